import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { waitFor } from '#tests/support/wait';

export const root = resolve(import.meta.dirname, '..', '..');

/** The Node.js that came with the packages, whichever runs the tests. */
const bundledNode = join(root, 'node_modules', '.bin', 'node');
export const node = existsSync(bundledNode) ? bundledNode : process.execPath;

/** Environment of every process that a test starts. The compile cache makes all but the first start faster. */
export const inheritedEnv = {
  NODE_ENV: 'production' as const,
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile'),
  PATH: process.env.PATH,
  HOME: process.env.HOME,
};

/** A real process of the product, with what it wrote. */
export interface TestProcess {
  /** Of the present run; another one after `start`. */
  readonly pid: number;
  /** Everything it wrote to standard output and error, over all its runs. */
  output(): string;
  isRunning(): boolean;
  /** Sends a signal and waits for the end. @returns exit code, or the signal's name */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Waits for the end. @returns exit code, or the signal's name */
  ended(): Promise<number | NodeJS.Signals>;
  /** Sends a signal such as SIGSTOP without waiting. */
  signal(signal: NodeJS.Signals): void;
  /** Starts it again after its end. */
  start(): void;
}

/**
 * Starts a script of the product, or only prepares it for `start()`.
 * @param command script and arguments, relative to the root of the repository
 * @param env all settings of the process; PATH and HOME are added
 */
export function startProcess(
  command: string[],
  env: Record<string, string>,
  { started: startNow = true } = {},
): TestProcess {
  let output = '';
  let child = startNow ? run() : undefined;

  function run(): ChildProcess {
    const started = spawn(node, command, {
      cwd: root,
      env: { ...inheritedEnv, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    started.stdout.on('data', keep);
    started.stderr.on('data', keep);
    return started;
  }

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const ended = async () => {
    if (child && isRunning()) await once(child, 'exit');
    return child?.signalCode ?? child?.exitCode ?? 0;
  };
  return {
    get pid() {
      return child?.pid ?? 0;
    },
    output: () => output,
    isRunning,
    ended,
    end: (signal = 'SIGTERM') => {
      child?.kill(signal);
      return ended();
    },
    signal: (signal) => {
      child?.kill(signal);
    },
    start: () => {
      if (isRunning()) throw new Error(`${command.join(' ')} still runs.`);
      child = run();
    },
  };
}

/** Waits until an address answers 200. @throws Error with the output of the processes when it does not */
export async function waitUntilOk(address: string, processes: TestProcess[], seconds = 60): Promise<void> {
  try {
    await waitFor(`${address} answers 200`, async () => (await fetch(address)).ok, { seconds, everyMs: 50 });
  } catch (error) {
    const outputs = processes.map((running) => running.output()).join('\n');
    throw new Error(`${address} did not answer 200. The processes wrote:\n${outputs}`, { cause: error });
  }
}

/** A process of an instance, as the operating system lists it. */
export interface ListedProcess {
  pid: number;
  command: string;
}

/**
 * Lists the processes whose command line or environment contains a data folder: the launcher, web, worker and
 * PostgreSQL of that instance. Reads /proc, so it needs Linux.
 */
export function listProcesses(dataFolder: string): ListedProcess[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(Number.isInteger)
    .map((pid) => ({ pid, command: read(pid, 'cmdline'), environment: read(pid, 'environ') }))
    .filter(({ command, environment }) => `${command} ${environment}`.includes(dataFolder))
    .map(({ pid, command }) => ({ pid, command }));
}

function read(pid: number, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It ended between the listing and this look.
    return '';
  }
}

/** Returns the CPU time of some work in milliseconds, which does not depend on how busy the machine is. */
export async function measureCpuMs(work: () => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
