import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';

export interface DeliveryListing {
  id: string;
  taskId: string;
  url: string;
  /** `pending`, `delivered` or `failed` (all attempts used up). */
  status: 'pending' | 'delivered' | 'failed';
  createdAt: Date;
  /** When the next attempt is due; null once ended. */
  dueAt: Date | null;
  completedAt: Date | null;
  /** Oldest first. */
  attempts: {
    attempt: number;
    startedAt: string;
    durationMs: number;
    statusCode: number | null;
    error: string | null;
  }[];
}

const statement = `
  SELECT d.id, d.task_id AS "taskId", d.url, d.status, d.created_at AS "createdAt", d.completed_at AS "endedAt",
    CASE WHEN d.status = 'pending' THEN d.due_at END AS "dueAt",
    coalesce((
      SELECT jsonb_agg(jsonb_build_object('attempt', a.attempt, 'startedAt', a.started_at,
        'durationMs', a.duration_ms, 'statusCode', a.status_code, 'error', a.error) ORDER BY a.attempt)
      FROM delivery_attempts a
      WHERE a.organization_id = $1 AND a.delivery_id = d.id
    ), '[]') AS attempts
  FROM deliveries d
  WHERE d.organization_id = $1
  ORDER BY d.created_at DESC NULLS LAST
  LIMIT 100`;

/**
 * The organization's latest 100 deliveries with their attempts, newest first.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listDeliveries(context: Context): Promise<DeliveryListing[]> {
  requirePermission(context.actor, 'webhooks.read');
  return scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<DeliveryListing>(statement, [organizationId]);
    return rows;
  });
}
