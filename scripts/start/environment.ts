import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Env } from '#lib/core/env';
import { splitList } from '#lib/core/text';

/**
 * The environment of the processes of an instance: the present one, with the settings the launcher fills in.
 * Generated secrets are read only where the operator has set none.
 */
export function buildEnvironment(settings: Env, databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: settings.ENCRYPTION_KEY ?? readSecrets(settings.DATA_DIR).encryptionKey,
    NEXTAUTH_SECRET: settings.NEXTAUTH_SECRET ?? readSecrets(settings.DATA_DIR).sessionSecret,
    NEXTAUTH_URL: settings.APP_URL,
    APP_URL: settings.APP_URL,
    PORT: String(settings.PORT),
    WEBHOOK_ALLOWED_HOSTS: allowedHosts(settings),
  };
}

/** What the operator allows, and the instance's own receiver under each name it goes by. */
function allowedHosts({ WEBHOOK_ALLOWED_HOSTS, APP_URL, PORT }: Env): string {
  const own = [new URL(APP_URL).host, `localhost:${PORT}`, `127.0.0.1:${PORT}`];
  return [...new Set([...splitList(WEBHOOK_ALLOWED_HOSTS), ...own])].join(',');
}

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
