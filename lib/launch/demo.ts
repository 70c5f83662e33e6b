import { spawn } from 'node:child_process';
import { z } from 'zod';

const output = z.object({ demo: z.object({ email: z.string(), password: z.string() }) });

const patienceMs = 90_000;

export type DemoAccount = z.output<typeof output>['demo'];

/**
 * Makes the demo organization unless it is there, by the command line like any administration, and says how to
 * sign in to it. The worker fills its history.
 * @throws Error with what the command said when it fails, or when it takes more than 90 seconds
 */
export function ensureDemo(env: NodeJS.ProcessEnv, stopped: AbortSignal): Promise<DemoAccount> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['lib/cli/main.ts', 'demo', 'ensure'], {
      env,
      signal: AbortSignal.any([stopped, AbortSignal.timeout(patienceMs)]),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.on('error', fail);
    child.on('close', (code) => {
      const lastLine = printed.trim().split('\n').at(-1) ?? '';
      if (code !== 0) return fail(new Error(said.trim() || `exit code ${code}`));
      try {
        done(output.parse(JSON.parse(lastLine)).demo);
      } catch (error) {
        fail(new Error('The command "demo ensure" printed no sign-in on its last line.', { cause: error }));
      }
    });
  });
}
