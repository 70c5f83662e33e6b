import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The content of PostgreSQL's `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

/** Reads `postmaster.pid` of a data folder, even if that PostgreSQL no longer runs. */
function readPostmaster(dataFolder: string): Postmaster | undefined {
  const file = join(dataFolder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), isReady: lines[7]?.trim() === 'ready' };
}

/** Returns whether a process is running. A zombie is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    // There is no /proc outside of Linux.
    return false;
  }
}

/**
 * Finds the PostgreSQL that runs on a data folder, for example after its launcher was killed. On Linux, ignores a
 * process ID that belongs to another program, for example after a restart of the container.
 */
export function findRunningPostmaster(dataFolder: string): Postmaster | undefined {
  const postmaster = readPostmaster(dataFolder);
  if (!postmaster || !isAlive(postmaster.pid)) return undefined;
  return isRunningIn(postmaster.pid, dataFolder) ? postmaster : undefined;
}

function isRunningIn(pid: number, dataFolder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataFolder);
  } catch {
    // The process has ended, or belongs to another user and so not to this instance.
    return false;
  }
}

const sessionTimeoutSeconds = 20;

/**
 * Removes the `postmaster.pid` of a killed PostgreSQL. First waits until its sessions have ended, because a PostgreSQL
 * that starts while they write would corrupt the data. On systems other than Linux, does nothing: PostgreSQL checks for
 * sessions itself when it starts.
 * @throws Error if a process still uses the folder after 20 seconds
 */
export async function removeStalePidFile(dataFolder: string): Promise<void> {
  if (process.platform !== 'linux' || !readPostmaster(dataFolder)) return;
  const deadline = Date.now() + sessionTimeoutSeconds * 1000;
  while (listProcessIds().some((pid) => isRunningIn(pid, dataFolder))) {
    if (Date.now() > deadline) {
      throw new Error(`Another program still uses ${dataFolder}. Stop it and start again.`);
    }
    await delay(50);
  }
  rmSync(join(dataFolder, 'postmaster.pid'), { force: true });
}

function listProcessIds(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}
