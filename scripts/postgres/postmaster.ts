import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What a running PostgreSQL says of itself in its `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** Reads `postmaster.pid` of a data folder, whether or not that PostgreSQL still lives. */
function readPostmaster(dataFolder: string): Postmaster | undefined {
  const file = join(dataFolder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' };
}

/** Whether a process runs. One that has ended and only waits for its parent to take note does not. */
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
    // Without /proc (not Linux) the answer of kill(2) has to do.
    return false;
  }
}

/**
 * The PostgreSQL that runs on a data folder now, such as one left by a killed launcher. A process id that has
 * been given to another program since (a container started anew) does not count.
 */
export function findRunningPostmaster(dataFolder: string): Postmaster | undefined {
  const postmaster = readPostmaster(dataFolder);
  if (!postmaster || !isAlive(postmaster.pid)) return undefined;
  return worksIn(postmaster.pid, dataFolder) ? postmaster : undefined;
}

function worksIn(pid: number, dataFolder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataFolder);
  } catch {
    // A process whose folder may not be read belongs to another user, hence is not this instance's.
    return false;
  }
}

const sessionTimeoutSeconds = 20;

/**
 * Removes the `postmaster.pid` of a PostgreSQL that was killed, once none of its sessions works on the data any
 * more: a second PostgreSQL beside one of them would break it. Elsewhere than on Linux PostgreSQL's own check
 * has to do.
 */
export async function removeStalePidFile(dataFolder: string): Promise<void> {
  if (process.platform !== 'linux' || !readPostmaster(dataFolder)) return;
  const deadline = Date.now() + sessionTimeoutSeconds * 1000;
  while (processIds().some((pid) => worksIn(pid, dataFolder))) {
    if (Date.now() > deadline) {
      throw new Error(`Another program still works in ${dataFolder}. End it and start again.`);
    }
    await delay(50);
  }
  rmSync(join(dataFolder, 'postmaster.pid'), { force: true });
}

function processIds(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}
