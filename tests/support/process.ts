import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { waitFor } from '#tests/support/wait';

export const root = resolve(import.meta.dirname, '..', '..');

/** The Node.js installed with the packages, even if another version runs the tests. */
const bundledNode = join(root, 'node_modules', '.bin', 'node');
export const node = existsSync(bundledNode) ? bundledNode : process.execPath;

const hooks = pathToFileURL(join(root, 'scripts', 'start', 'speed-up-imports.mjs')).href;

/** Environment of every process that a test starts, as `npm start` sets it. */
export const inheritedEnv = {
  NODE_ENV: 'production' as const,
  // The daily checks would add requests to those that tests count.
  PROVIDER_CHECKS: 'off',
  NODE_OPTIONS: `--import=${hooks}`,
  PATH: process.env.PATH,
  HOME: process.env.HOME,
};

/** A real process of the product and its output. */
export interface TestProcess {
  /** Changes with `start`. */
  readonly pid: number;
  /** Standard output and error since the first start. */
  output(): string;
  isRunning(): boolean;
  /** Sends a signal and waits for the exit. @returns exit code, or the signal's name */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Waits for the exit. @returns exit code, or the signal's name */
  waitForExit(): Promise<number | NodeJS.Signals>;
  /** Sends a signal such as SIGSTOP without waiting. */
  signal(signal: NodeJS.Signals): void;
  /** Starts it again after its exit. */
  start(): void;
}

/**
 * Starts a script of the product, or only prepares it for `start()`.
 * @param command script and arguments, relative to the root of the repository
 * @param env all settings of the process; `inheritedEnv` is added
 */
export function startProcess(
  command: string[],
  env: Record<string, string>,
  { startNow = true } = {},
): TestProcess {
  let output = '';
  let closed: Promise<unknown> = Promise.resolve();
  let child = startNow ? run() : undefined;

  function run(): ChildProcess {
    const started = spawn(node, command, {
      cwd: root,
      env: { ...inheritedEnv, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const append = (chunk: Buffer) => {
      output += chunk.toString();
    };
    started.stdout.on('data', append);
    started.stderr.on('data', append);
    closed = once(started, 'close');
    return started;
  }

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const waitForExit = async () => {
    if (child && isRunning()) await once(child, 'exit');
    // Its last output may arrive after its exit. Children of a killed process keep the pipes open.
    if (child && child.signalCode === null) await Promise.race([closed, sleep(2_000)]);
    return child?.signalCode ?? child?.exitCode ?? 0;
  };
  return {
    get pid() {
      return child?.pid ?? 0;
    },
    output: () => output,
    isRunning,
    waitForExit,
    end: (signal = 'SIGTERM') => {
      child?.kill(signal);
      return waitForExit();
    },
    signal: (signal) => {
      child?.kill(signal);
    },
    start: () => {
      if (isRunning()) throw new Error(`${command.join(' ')} is still running.`);
      child = run();
    },
  };
}

/** Waits until a URL responds with 200. @throws Error with the output of the processes when it does not */
export async function waitUntilOk(url: string, processes: TestProcess[], seconds = 60): Promise<void> {
  try {
    await waitFor(`${url} responds with 200`, async () => (await fetch(url)).ok, { seconds, everyMs: 50 });
  } catch (error) {
    const outputs = processes.map((running) => running.output()).join('\n');
    throw new Error(`${url} did not respond with 200. Output of the processes:\n${outputs}`, {
      cause: error,
    });
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
    .map((pid) => ({ pid, command: readProcFile(pid, 'cmdline'), environment: readProcFile(pid, 'environ') }))
    .filter(({ command, environment }) => `${command} ${environment}`.includes(dataFolder))
    .map(({ pid, command }) => ({ pid, command }));
}

/** Lists the processes that a process has started and that still run. Reads /proc, so it needs Linux. */
export function listChildProcesses(parent: number): number[] {
  // The name of the program, in parentheses, may contain anything; the state and the parent follow it.
  const isChild = new RegExp(`\\) [^ZX] ${parent} [^)]*$`);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isChild.test(readProcFile(pid, 'stat')));
}

function readProcFile(pid: number, file: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It exited after the processes were listed.
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
