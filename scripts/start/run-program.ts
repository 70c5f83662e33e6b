import { spawn } from 'node:child_process';

/** Where and as whom a program runs. */
interface Circumstances {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number | undefined;
  gid?: number | undefined;
  /** Ends it. */
  signal?: AbortSignal;
}

interface Ended {
  /** Null where a signal ended it. */
  code: number | null;
  /** What it wrote to its standard output. */
  printed: string;
  /** The same and what it wrote to its standard error, as it came. */
  output: string;
}

/**
 * Runs a program to its end and keeps what it writes.
 * @param command program and arguments
 * @throws Error when it cannot be started, or when `signal` ended it
 */
export function runProgram(command: string[], circumstances: Circumstances): Promise<Ended> {
  const [program = '', ...rest] = command;
  return new Promise((done, fail) => {
    const child = spawn(program, rest, { ...circumstances, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', fail);
    child.on('close', (code) => done({ code, printed, output: output.trim() }));
  });
}
