import pg from 'pg';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { redactFailedQueries } from '#lib/db/redact-errors';

export interface ListenOptions {
  databaseUrl: string;
  /** The name of the connection in pg_stat_activity. */
  name?: string;
  /**
   * Callbacks by channel, called for every notification with its payload, which may be empty, and once without a payload
   * after every (re)connection.
   */
  channels: Record<string, (payload?: string) => void>;
  /** A statement to run on every new connection, such as taking a session lock. */
  onConnect?: string;
}

export type Listener = Awaited<ReturnType<typeof listen>>;

const retryMs = 1000;
const connectTimeoutMs = 10_000;

/**
 * Listens for NOTIFY on a dedicated connection and reconnects when it is lost. Notifications may be missed in
 * between, so callers must poll as well.
 */
export async function listen(options: ListenOptions) {
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const newClient = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: options.name ?? 'answerscope listener',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
    });
    redactFailedQueries(newClient);
    newClient.on('notification', ({ channel, payload = '' }) => options.channels[channel]?.(payload));
    newClient.on('error', (error) => log.warn({ error: describeError(error) }, 'listener connection lost'));
    try {
      await newClient.connect();
      if (options.onConnect) await newClient.query(options.onConnect);
      for (const channel of Object.keys(options.channels))
        await newClient.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await newClient.end();
      throw error;
    }
    if (isStopped) return newClient.end();
    client = newClient;
    newClient.on('end', reconnectLater);
    for (const wake of Object.values(options.channels)) wake();
  }

  function reconnectLater(): void {
    client = undefined;
    if (isStopped) return;
    retry = setTimeout(() => {
      connect().catch((error: unknown) => {
        log.warn({ error: describeError(error) }, 'reconnecting the listener failed');
        reconnectLater();
      });
    }, retryMs);
  }

  await connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
