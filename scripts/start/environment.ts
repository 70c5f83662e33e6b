import { entriesOf } from '#lib/core/entries-of';
import type { Settings } from '#lib/core/settings';
import { readSecrets } from '#scripts/start/secrets';

/**
 * The environment of the processes of an instance: the present one, with the settings the launcher fills in.
 * Generated secrets are read only where the operator has set none.
 */
export function environmentOf(settings: Settings, databaseUrl: string): NodeJS.ProcessEnv {
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
function allowedHosts({ WEBHOOK_ALLOWED_HOSTS, APP_URL, PORT }: Settings): string {
  const own = [new URL(APP_URL).host, `localhost:${PORT}`, `127.0.0.1:${PORT}`];
  return [...new Set([...entriesOf(WEBHOOK_ALLOWED_HOSTS), ...own])].join(',');
}
