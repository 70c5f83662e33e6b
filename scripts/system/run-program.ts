import { spawn } from 'node:child_process';

interface ProgramOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number | undefined;
  gid?: number | undefined;
  /** Stops the program. */
  signal?: AbortSignal;
}

interface ProgramResult {
  /** Null if a signal ended the program. */
  code: number | null;
  stdout: string;
  /** Standard output and standard error, interleaved. */
  output: string;
}

/**
 * Runs a program and collects its output.
 * @param command program and arguments
 * @throws Error if it cannot be started or `signal` stopped it
 */
export function runProgram(command: string[], options: ProgramOptions): Promise<ProgramResult> {
  const [program = '', ...rest] = command;
  return new Promise((done, fail) => {
    const child = spawn(program, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, output: output.trim() }));
  });
}

/**
 * Runs a script of this repository in a child process until it exits. Forwards signals to the script, and stops it if
 * the parent of this process dies. If this process is killed, the IPC channel closes, so that the script can stop.
 * @param command script and arguments
 * @returns the exit code of the script; 1 if a signal ended it
 * @throws Error if the script cannot be started
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
