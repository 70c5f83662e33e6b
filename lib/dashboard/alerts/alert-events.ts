import { desc, sql } from 'drizzle-orm';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import {
  type AlertCondition,
  type AlertEvidence,
  conditionSchema,
} from '#lib/dashboard/alerts/conditions/condition';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { alertEvents } from '#lib/db/schema/alerts';

/** An entry of the alert history. */
export interface AlertEvent {
  id: string;
  alertId: string;
  kind: 'raised' | 'cleared';
  condition: AlertCondition;
  evidence: AlertEvidence;
  occurredAt: Date;
}

const { id, alertId, kind, condition, evidence, occurredAt } = alertEvents;
const columns = { id, alertId, kind, condition, occurredAt };

/** Converts a row to a history entry. The cast is safe: only code in this folder writes `evidence`. */
function toEvent(
  row: Omit<AlertEvent, 'condition' | 'evidence'> & { condition: unknown; evidence: unknown },
) {
  return {
    ...row,
    condition: conditionSchema.parse(row.condition),
    evidence: row.evidence as AlertEvidence,
  };
}

/** Lists the newest entries of the history, without their charts. */
export async function listAlertEvents(
  context: Context,
  { projectId, limit = 100 }: { projectId: string; limit?: number },
): Promise<AlertEvent[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) return [];
  const rows = await withOrganization(context, ({ db, organizationId }) =>
    db
      .select({ ...columns, evidence: sql<unknown>`${evidence} - 'chart'` })
      .from(alertEvents)
      .where(hasValues(alertEvents, { organizationId, projectId }))
      .orderBy(desc(occurredAt), id)
      .limit(limit),
  );
  return rows.map(toEvent);
}

/** Returns an entry of the history with its chart; undefined if there is none. */
export async function getAlertEvent(
  context: Context,
  { projectId, eventId }: { projectId: string; eventId: string },
): Promise<AlertEvent | undefined> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId) || !isUuid(eventId)) return undefined;
  const [row] = await withOrganization(context, ({ db, organizationId }) =>
    db
      .select({ ...columns, evidence })
      .from(alertEvents)
      .where(hasValues(alertEvents, { organizationId, projectId, id: eventId })),
  );
  return row && toEvent(row);
}
