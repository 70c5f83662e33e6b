import { randomUUID } from 'node:crypto';
import type { Context } from '#lib/db/context';
import { type DeliveryDetails, getDelivery } from '#lib/service/webhooks/deliveries';
import { listDeliveries } from '#lib/service/webhooks/list-deliveries';

/** Inserts a pending delivery. @returns its ID and that of its task */
export async function insertDelivery(
  { db, organizationId }: Context,
  url: string,
  body = '{"task":"ünïcode ✓"}',
): Promise<{ id: string; taskId: string }> {
  const [id, taskId] = [randomUUID(), randomUUID()];
  await db.$client.query(
    'INSERT INTO deliveries (organization_id, id, task_id, url, body) VALUES ($1, $2, $3, $4, $5)',
    [organizationId, id, taskId, url, body],
  );
  return { id, taskId };
}

/** Returns the delivery of a task. */
export async function findDelivery(context: Context, taskId: string): Promise<DeliveryDetails> {
  const { deliveries } = await listDeliveries(context, { task: taskId });
  return getDelivery(context, { deliveryId: deliveries[0]?.id ?? '' });
}
