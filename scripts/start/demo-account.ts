import { z } from 'zod';
import { runProgram } from '#scripts/system/run-program';

const lastLine = z.object({
  demo: z.object({ email: z.string(), password: z.string().optional(), passwordFile: z.string().nullable() }),
});

const timeoutMs = 90_000;

export type DemoAccount = z.output<typeof lastLine>['demo'];

/**
 * Runs `demo ensure`, which creates the demo organization if it is missing, and returns how to sign in to it.
 * @throws Error with the command's output if it fails; AbortError if it takes more than 90 seconds or `stopped` is aborted
 */
export async function ensureDemo(env: NodeJS.ProcessEnv, stopped: AbortSignal): Promise<DemoAccount> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]);
  const command = [process.execPath, 'lib/cli/main.ts', 'demo', 'ensure'];
  const { code, stdout, output } = await runProgram(command, { env, signal });
  if (code !== 0) throw new Error(output || `exit code ${code}`);
  try {
    return lastLine.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).demo;
  } catch (error) {
    throw new Error('The command "demo ensure" printed no demo on its last line.', { cause: error });
  }
}
