import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { randomToken } from '#lib/core/crypto';

const passwordBytes = 15;

/** Returns the absolute path of the file with the password of the demo's user. */
export function getDemoPasswordFile(dataFolder: string): string {
  return resolve(join(dataFolder, 'demo-password'));
}

/** Reads the password of the demo's user; undefined if it was not set from this data folder. */
export function readDemoPassword(dataFolder: string): string | undefined {
  const file = getDemoPasswordFile(dataFolder);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Generates a password for the demo's user and writes it to a file that only its owner may read. */
export function createDemoPassword(dataFolder: string): string {
  let password = randomToken(passwordBytes);
  // A password must not contain a part of its user's email address, not even by chance.
  while (/demo/i.test(password)) password = randomToken(passwordBytes);
  const file = getDemoPasswordFile(dataFolder);
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(`${file}.unfinished`, `${password}\n`, { mode: 0o600 });
  renameSync(`${file}.unfinished`, file);
  return password;
}
