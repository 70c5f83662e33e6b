import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { ingestAnswersChore } from '#lib/dashboard/ingest/chores';
import type { Connection } from '#lib/db/connection';
import { enqueue } from '#lib/queue/chores';

/**
 * Has what was received analysed soon. While one wake-up waits another changes nothing, so thousands of deliveries
 * make few chores. A wake-up that cannot be put is only late: the same chore comes round every minute.
 */
export async function wakeIngestion(connection: Connection): Promise<void> {
  try {
    await enqueue(connection, ingestAnswersChore, {});
  } catch (error) {
    log.warn({ error: describeError(error) }, 'received answers wait for the next round of analysis');
  }
}
