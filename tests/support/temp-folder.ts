import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#scripts/postgres/postmaster';
import { listProcesses } from '#tests/support/process';

const prefix = 'answerscope-tests-';
const ownerFile = 'owner.pid';

/** A temporary folder of this test process. What works in it is ended by `clearFolder`, or by a later run. */
export function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, ownerFile), String(process.pid));
  return folder;
}

/** Ends every process that works on the folder and removes it. */
export function deleteTempFolder(folder: string): void {
  for (const { pid } of listProcesses(folder)) if (pid !== process.pid) end(pid);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Clears the folders of test runs that were killed before they could. */
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
    // Made this instant, or another user's.
    return false;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended between the listing and this call.
  }
}
