import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { dateSchema, parseInput } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { deliveries, deliveryAttempts } from '#lib/db/schema/webhooks';
import { formatEndpointLabel } from '#lib/service/webhooks/settle-deliveries';

const deliveryStatuses = ['pending', 'delivered', 'failed', 'not_sent'] as const;

const uuidSchema = z.string().refine(isUuid).optional().catch(undefined);
const timeSchema = z.coerce.date().pipe(dateSchema('Invalid time.')).optional().catch(undefined);

const filterSchema = z.object({
  status: z.enum(deliveryStatuses).optional().catch(undefined),
  endpoint: uuidSchema,
  /** A task's ID. */
  task: uuidSchema,
  /** Start and end of the period in which the delivery was created. */
  from: timeSchema,
  to: timeSchema,
  /** Deliveries before this one, as `<microseconds since 1970>-<id>`. */
  before: z
    .string()
    .regex(/^\d{1,16}-/)
    .refine((cursor) => isUuid(cursor.slice(cursor.indexOf('-') + 1)))
    .optional()
    .catch(undefined),
});

/** Search parameters of the delivery log. */
export type DeliveryFilters = { [Name in keyof z.input<typeof filterSchema>]?: string | undefined };

/** Parses the filters of the delivery log; invalid ones are ignored. */
export function parseDeliveryFilters(input: DeliveryFilters): z.output<typeof filterSchema> {
  return parseInput(filterSchema, input);
}

export type DeliveryListing = Awaited<ReturnType<typeof listDeliveries>>['deliveries'][number];

/**
 * Lists the organization's deliveries with their last attempts, newest first. Invalid filters are ignored.
 * @returns at most `limit` deliveries, and the cursor of the next page if there is one
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listDeliveries(context: Context, input: DeliveryFilters = {}, limit = 50) {
  requirePermission(context.actor, 'webhooks.read');
  const filters = parseDeliveryFilters(input);
  return withOrganization(context, async ({ db, organizationId }) => {
    const { id, taskId, url, endpointId, status, isTest, createdAt, completedAt, dueAt } = deliveries;
    const rows = await db
      .select({
        id,
        taskId,
        url,
        endpointId,
        status,
        isTest,
        createdAt,
        completedAt,
        dueAt,
        attemptCount: deliveries.attempts,
        lastStatusCode: deliveryAttempts.statusCode,
        lastError: deliveryAttempts.error,
        lastDurationMs: deliveryAttempts.durationMs,
        cursor: sql<string>`(extract(epoch FROM ${createdAt}) * 1000000)::bigint || '-' || ${id}`,
      })
      .from(deliveries)
      .leftJoin(
        deliveryAttempts,
        and(
          eq(deliveryAttempts.organizationId, organizationId),
          eq(deliveryAttempts.deliveryId, id),
          eq(deliveryAttempts.attempt, deliveries.attempts),
        ),
      )
      .where(and(eq(deliveries.organizationId, organizationId), ...buildConditions(filters)))
      .orderBy(sql`${createdAt} DESC NULLS LAST`, sql`${id} DESC NULLS LAST`)
      .limit(limit + 1);
    const page = rows.slice(0, limit);
    return {
      deliveries: page.map(({ url: target, cursor: _, ...row }) => ({
        ...row,
        endpoint: formatEndpointLabel(target, row.endpointId),
        /** Time at which the next attempt is due; null once the delivery is complete. */
        dueAt: row.status === 'pending' ? row.dueAt : null,
      })),
      next: rows.length > limit ? (page.at(-1)?.cursor ?? null) : null,
    };
  });
}

function buildConditions(filters: z.output<typeof filterSchema>): (SQL | undefined)[] {
  const { status, endpoint, task, from, to, before } = filters;
  const { createdAt, id } = deliveries;
  return [
    // A literal, so that the partial indexes match.
    status && sql`${deliveries.status} = ${sql.raw(`'${status}'`)}`,
    status === 'failed' || status === 'not_sent'
      ? sql`${deliveries.status} IN ('failed', 'not_sent')`
      : undefined,
    endpoint === undefined ? undefined : eq(deliveries.endpointId, endpoint),
    task === undefined ? undefined : eq(deliveries.taskId, task),
    from && gte(createdAt, from),
    to && lt(createdAt, to),
    before === undefined ? undefined : buildCursorCondition(before),
  ];

  function buildCursorCondition(cursor: string): SQL {
    const separator = cursor.indexOf('-');
    const [micros, cursorId] = [cursor.slice(0, separator), cursor.slice(separator + 1)];
    return sql`(${createdAt}, ${id}) < ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${cursorId}::uuid)`;
  }
}
