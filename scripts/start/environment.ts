import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '#lib/core/crypto';
import type { Env } from '#lib/core/env';

/**
 * Builds the environment of an instance's processes: the current one with the variables that the launcher sets.
 * A generated secret is used only if the operator has not set that secret.
 */
export function buildEnvironment(settings: Env, databaseUrl: string): NodeJS.ProcessEnv {
  const sessionSecret = settings.NEXTAUTH_SECRET ?? readSecrets(settings.DATA_DIR).sessionSecret;
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: settings.ENCRYPTION_KEY ?? readSecrets(settings.DATA_DIR).encryptionKey,
    NEXTAUTH_SECRET: sessionSecret,
    // Pages contain encrypted arguments of server actions, which any web process must be able to decrypt. By default,
    // Next.js creates a key with each build.
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: sha256(`server actions ${sessionSecret}`).toString('base64'),
    // APP_URL is not set to its default, because the processes listen on all network interfaces if it is set.
    NEXTAUTH_URL: settings.APP_URL,
    PORT: String(settings.PORT),
  };
}

const schema = z.object({
  /** 32 bytes, hexadecimal. */
  encryptionKey: z.string(),
  sessionSecret: z.string(),
  /** Password of the superuser of the embedded PostgreSQL. */
  postgresPassword: z.string(),
  /** Password of the role with which the web and worker processes connect. */
  databasePassword: z.string(),
});

export type Secrets = z.output<typeof schema>;

/**
 * Reads the generated secrets of a data folder, and generates them on the first call; only the owner may read the file.
 * @throws Error if the file is damaged
 */
export function readSecrets(dataFolder: string): Secrets {
  const file = join(dataFolder, 'secrets.json');
  if (!existsSync(file)) return createSecrets(dataFolder, file);
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} cannot be read as the secrets of this instance. Restore it from a backup.`, {
      cause: error,
    });
  }
}

function createSecrets(dataFolder: string, file: string): Secrets {
  const secrets: Secrets = {
    encryptionKey: randomBytes(32).toString('hex'),
    sessionSecret: randomBytes(32).toString('base64url'),
    postgresPassword: randomBytes(24).toString('base64url'),
    databasePassword: randomBytes(24).toString('base64url'),
  };
  mkdirSync(dataFolder, { recursive: true });
  // The file is written in one step, because stored secrets could never be decrypted with a truncated key.
  writeFileSync(`${file}.unfinished`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.unfinished`, file);
  return secrets;
}
