import pg from 'pg';
import { redactFailedQueries } from '#lib/db/redact-errors';

/**
 * Opens a dedicated connection, runs `work` with it and closes it. If the connection is lost between two statements, the
 * next statement fails.
 */
export async function withConnection<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  // Without a listener, the error would end the process.
  client.on('error', () => {});
  redactFailedQueries(client);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
