import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

export interface BenchProcess {
  pid: number;
  /** Port on which it listens; 0 for a process that does not. */
  port: number;
  /** Ends the process and waits until it has exited. */
  stop(): Promise<void>;
}

const readySchema = z.object({ port: z.int() });

/**
 * Starts a script in its own process, which sends `{ port }` when it is ready and exits when it is disconnected.
 * @throws Error if it exits before it is ready
 */
export async function startBenchProcess(
  script: string,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<BenchProcess> {
  const child = fork(script, args, { env: { ...process.env, NODE_ENV: 'production', ...settings } });
  const exited = once(child, 'exit');
  const failed = exited.then(() => {
    throw new Error(`${script} ${args.join(' ')} exited before it was ready.`);
  });
  const [message] = await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => {});
  return {
    pid: child.pid ?? 0,
    port: readySchema.parse(message).port,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}

/** Tells the parent process that this one is ready, and exits when the parent disconnects. */
export function reportReady(port: number, stop: () => Promise<void> = async () => {}): void {
  process.once('disconnect', () => void stop().finally(() => process.exit(0)));
  process.send?.({ port });
}
