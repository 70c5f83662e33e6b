import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { ingestAnswersChore } from '#lib/dashboard/ingest/chores';
import type { Database } from '#lib/db/client';
import { enqueue } from '#lib/queue/chores';

/**
 * Has what was received analysed soon. While one wake-up waits another changes nothing, so thousands of deliveries
 * make few chores. A wake-up that cannot be put is only late: the same chore comes round every minute.
 */
export async function wakeIngestion(db: Database): Promise<void> {
  try {
    await enqueue(db, ingestAnswersChore, {});
  } catch (error) {
    log.warn({ error: describeError(error) }, 'received answers wait for the next round of analysis');
  }
}
