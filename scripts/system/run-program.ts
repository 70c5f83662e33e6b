import { spawn } from 'node:child_process';

/** Where and as whom a program runs. */
interface ProgramOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number | undefined;
  gid?: number | undefined;
  /** Ends it. */
  signal?: AbortSignal;
}

interface ProgramResult {
  /** Null where a signal ended it. */
  code: number | null;
  /** What it wrote to its standard output. */
  stdout: string;
  /** The same and what it wrote to its standard error, as it came. */
  output: string;
}

/**
 * Runs a program to its end and keeps what it writes.
 * @param command program and arguments
 * @throws Error when it cannot be started, or when `signal` ended it
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
