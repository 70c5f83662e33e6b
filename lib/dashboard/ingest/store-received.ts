import type { Database } from '#lib/db/client';

/**
 * Keeps a task record as it was received; the first one of a task stays.
 * @param record JSON text that PostgreSQL takes (see `storableJson`)
 */
export async function storeReceived(
  db: Database,
  {
    organizationId,
    taskId,
    record,
    via,
    now,
  }: { organizationId: string; taskId: string; record: string; via: 'webhook' | 'sweep'; now: Date },
): Promise<void> {
  await db.$client.query({
    name: 'store-received-answer',
    text: `INSERT INTO received_answers (organization_id, task_id, record, via, received_at)
           VALUES ($1, $2, $3::jsonb, $4, $5) ON CONFLICT DO NOTHING`,
    values: [organizationId, taskId, record, via, now],
  });
}
