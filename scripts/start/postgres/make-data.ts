import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, commandOf } from '#scripts/start/postgres/account';
import { runProgram } from '#scripts/start/run-program';

interface Making {
  initdb: string;
  account: Account;
  /** Where `postgres/` is to stand. */
  folder: string;
  /** Of the superuser `postgres`. */
  password: string;
}

/**
 * Makes PostgreSQL's data beside its final place and moves it there whole, so that a start cut short leaves no half.
 * @throws Error with what initdb said when it fails
 */
export async function makeData({ initdb, account, folder, password }: Making): Promise<void> {
  const unfinished = join(folder, `postgres.${randomBytes(4).toString('hex')}.unfinished`);
  const passwordFile = `${unfinished}.password`;
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    for (const path of [unfinished, passwordFile]) {
      if (account.owner) chownSync(path, account.owner.uid, account.owner.gid);
    }
    const { command, circumstances } = commandOf(account, initdb, [
      `--pgdata=${unfinished}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=builtin',
      '--data-checksums',
    ]);
    const { code, output } = await runProgram(command, circumstances);
    if (code !== 0) throw new Error(`PostgreSQL could not make its data folder: ${output}`);
    renameSync(unfinished, join(folder, 'postgres'));
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}
