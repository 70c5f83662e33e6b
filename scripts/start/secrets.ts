import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const schema = z.object({
  /** 32 bytes, hexadecimal. */
  encryptionKey: z.string(),
  sessionSecret: z.string(),
  /** Of the superuser of the embedded PostgreSQL. */
  postgresPassword: z.string(),
  /** Of the role the product connects as. */
  databasePassword: z.string(),
});

export type Secrets = z.output<typeof schema>;

/**
 * The generated secrets of a data folder, made at the first call; only the owner may read the file.
 * @throws Error when the file is there but not what was written
 */
export function readSecrets(dataFolder: string): Secrets {
  const file = join(dataFolder, 'secrets.json');
  if (!existsSync(file)) return makeSecrets(dataFolder, file);
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} cannot be read as the secrets of this instance. Restore it from a copy.`, {
      cause: error,
    });
  }
}

function makeSecrets(dataFolder: string, file: string): Secrets {
  const secrets: Secrets = {
    encryptionKey: randomBytes(32).toString('hex'),
    sessionSecret: randomBytes(32).toString('base64url'),
    postgresPassword: randomBytes(24).toString('base64url'),
    databasePassword: randomBytes(24).toString('base64url'),
  };
  mkdirSync(dataFolder, { recursive: true });
  // Whole or not at all: stored secrets could not be decrypted with a key that was cut short.
  writeFileSync(`${file}.unfinished`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.unfinished`, file);
  return secrets;
}
