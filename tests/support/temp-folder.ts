import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#scripts/postgres/postmaster';
import { listProcesses } from '#tests/support/process';

const prefix = 'answerscope-tests-';
const ownerFile = 'owner.pid';

/** Creates a temporary folder for this test process. */
export function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, ownerFile), String(process.pid));
  return folder;
}

/** Kills every other process that uses the folder, then deletes the folder. */
export function deleteTempFolder(folder: string): void {
  for (const { pid } of listProcesses(folder)) if (pid !== process.pid) kill(pid);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Deletes the folders of test runs that were killed. */
export function deleteAbandonedFolders(): void {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
  for (const folder of folders.map((name) => join(tmpdir(), name))) {
    if (isAbandoned(folder)) deleteTempFolder(folder);
  }
}

function isAbandoned(folder: string): boolean {
  try {
    return !isAlive(Number(readFileSync(join(folder, ownerFile), 'utf8')));
  } catch {
    // It was created just now, or belongs to another user.
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It exited after the processes were listed.
  }
}
