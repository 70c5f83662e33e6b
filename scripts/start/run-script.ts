import { spawn } from 'node:child_process';

/**
 * Runs a script of the product to its end. What asks this process to stop asks the script, and the script stops by
 * itself when this process is killed.
 * @param command script and arguments
 * @returns its exit code; 1 where a signal ended it
 * @throws Error when it cannot be started
 */
export function runScript(command: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, command, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  process.on('disconnect', () => child.kill());
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('exit', (code) => done(code ?? 1));
  });
}
