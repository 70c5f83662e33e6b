import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describeError } from '#lib/core/errors';
import { getBackoffMs } from '#lib/core/time';
import { type HealthCheck, waitUntilUnresponsive } from '#scripts/start/health-check';

export interface SupervisedProcess {
  /** Stops the process with SIGTERM, and after the grace period with SIGKILL. */
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  name: string;
  /** Script and arguments. */
  command: string[];
  env: NodeJS.ProcessEnv;
  /** File descriptor for its output, or the output of the launcher. */
  output: number | 'inherit';
  /** Time it may take to stop before it is killed. */
  graceMs: number;
  /** How to find out that the process no longer responds; it is then killed. By default, only its exit is noticed. */
  health?: HealthCheck | undefined;
  printLine: (line: string) => void;
}

const minUptimeMs = 10_000;
const maxDelayMs = 10_000;

/**
 * Runs a process of the instance and restarts it when it exits or no longer responds. If it exits soon after its start more than once in a
 * row, restarts are delayed more and more. The process has its own process group, so that Ctrl-C reaches only the
 * launcher. It must exit when its IPC channel to the launcher closes.
 */
export function superviseProcess(options: SuperviseOptions): SupervisedProcess {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  const keepRunning = async () => {
    let earlyExits = 0;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      child = start(options);
      const exited = new AbortController();
      void killIfUnresponsive(child, options, AbortSignal.any([exited.signal, stopping.signal]));
      const reason = await waitForExit(child);
      exited.abort();
      if (stopping.signal.aborted) return;
      earlyExits = performance.now() - startedAt < minUptimeMs ? earlyExits + 1 : 0;
      options.printLine(`${options.name} exited (${reason}) and is being restarted.`);
      if (earlyExits > 1)
        await delay(getBackoffMs(earlyExits, { capMs: maxDelayMs }), undefined, {
          signal: stopping.signal,
        }).catch(() => {});
    }
  };
  const running = keepRunning();
  return {
    stop: async () => {
      stopping.abort();
      const killTimer = setTimeout(() => child?.kill('SIGKILL'), options.graceMs);
      child?.kill('SIGTERM');
      await running;
      clearTimeout(killTimer);
    },
  };
}

function start({ command, env, output }: SuperviseOptions): ChildProcess {
  return spawn(process.execPath, command, {
    env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
}

/** Kills a process that no longer responds. It may not be able to handle SIGTERM. */
async function killIfUnresponsive(
  child: ChildProcess,
  { name, health, printLine }: SuperviseOptions,
  ended: AbortSignal,
): Promise<void> {
  if (!health) return;
  try {
    const reason = await waitUntilUnresponsive(health, ended);
    printLine(`${name} ${reason} and is being killed.`);
    child.kill('SIGKILL');
  } catch (error) {
    if (!ended.aborted) printLine(`${name} is no longer checked: ${describeError(error)}`);
  }
}

async function waitForExit(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'exit');
    return signal ? `signal ${signal}` : `exit code ${code}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'not started';
  }
}

/**
 * Returns where a process writes its output: to a file if the launcher runs in a terminal, otherwise to the launcher's
 * output, which a container or service manager collects.
 */
export function openLog(path: string): number | 'inherit' {
  return process.stdout.isTTY ? openSync(path, 'a', 0o600) : 'inherit';
}
