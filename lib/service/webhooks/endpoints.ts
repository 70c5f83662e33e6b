import { and, count, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { deliveries, webhookEndpointStats, webhookEndpoints } from '#lib/db/schema/webhooks';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import { createLatencyHistogram, estimateQuantileMs } from '#lib/service/provider-stats/stats-collector';
import { endpointIdSchema } from '#lib/service/webhooks/settle-deliveries';

const hourMs = 3_600_000;
const maxListed = 100;

export type EndpointListing = Awaited<ReturnType<typeof listEndpoints>>[number];

/**
 * Lists at most 100 endpoints with their health: the disabled ones first, then those that deliveries were sent to most
 * recently. The health is the completed deliveries and the latency of attempts in milliseconds, for the last 24 hours
 * and 7 days, and the number of failed and unsent deliveries that can still be recovered.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listEndpoints(context: Context) {
  requirePermission(context.actor, 'webhooks.read');
  const now = context.clock.now().getTime();
  return withOrganization(context, async ({ db, organizationId }) => {
    const { id, label, lastSuccessAt, lastFailureAt, failingSince, disabledAt } = webhookEndpoints;
    const endpoints = await db
      .select({
        id,
        label,
        lastSuccessAt,
        lastFailureAt,
        failingSince,
        disabledAt,
      })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.organizationId, organizationId))
      .orderBy(
        sql`${disabledAt} IS NULL`,
        sql`greatest(${lastSuccessAt}, ${lastFailureAt}, ${disabledAt}) DESC NULLS LAST`,
      )
      .limit(maxListed);
    const stats = await db
      .select()
      .from(webhookEndpointStats)
      .where(
        and(
          eq(webhookEndpointStats.organizationId, organizationId),
          gt(webhookEndpointStats.hour, new Date(now - 7 * 24 * hourMs)),
        ),
      );
    const recoverable = new Map(
      (await countRecoverable(db, organizationId)).map((row) => [row.endpointId, row.deliveries]),
    );
    const statsByEndpoint = Map.groupBy(stats, ({ endpointId }) => endpointId);
    return endpoints.map((endpoint) => {
      const rows = statsByEndpoint.get(endpoint.id) ?? [];
      return {
        ...endpoint,
        recoverable: recoverable.get(endpoint.id) ?? 0,
        day: sumStats(rows.filter(({ hour }) => hour.getTime() > now - 24 * hourMs)),
        week: sumStats(rows),
      };
    });
  });
}

function countRecoverable(db: Database, organizationId: string) {
  return db
    .select({ endpointId: deliveries.endpointId, deliveries: count() })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.organizationId, organizationId),
        // Literals, so that the partial index matches.
        sql`${deliveries.status} IN ('failed', 'not_sent')`,
        eq(deliveries.isTest, false),
      ),
    )
    .groupBy(deliveries.endpointId);
}

function sumStats(rows: readonly (typeof webhookEndpointStats.$inferSelect)[]) {
  const sum = (getValue: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + getValue(row), 0);
  const [delivered, failed] = [sum((row) => row.delivered), sum((row) => row.failed)];
  const histogram = createLatencyHistogram().map((_, bucket) =>
    sum(({ latencyHistogram }) => latencyHistogram[bucket] ?? 0),
  );
  return {
    delivered,
    failed,
    notSent: sum((row) => row.notSent),
    /** The share of sent deliveries that were delivered; null if none was sent. */
    successRate: delivered + failed === 0 ? null : delivered / (delivered + failed),
    /** The latency of attempts with a response; null without any. */
    medianMs: estimateQuantileMs(histogram, 0.5) ?? null,
    p95Ms: estimateQuantileMs(histogram, 0.95) ?? null,
  };
}

export const listDisabledEndpoints = defineOperation({
  name: 'webhook-endpoints.list-disabled',
  title: 'List disabled endpoints',
  description: 'Lists the disabled endpoints whose notice no member has dismissed, at most 100.',
  permission: 'webhooks.manage',
  effect: 'read',
  input: noInput,
  output: z.array(z.object({ id: z.string(), label: z.string() })),
  async run({ db, organizationId }) {
    const { id, label, disabledAt, noticeClosedAt } = webhookEndpoints;
    return db
      .select({ id, label })
      .from(webhookEndpoints)
      .where(
        and(
          eq(webhookEndpoints.organizationId, organizationId),
          isNotNull(disabledAt),
          isNull(noticeClosedAt),
        ),
      )
      .orderBy(desc(disabledAt))
      .limit(maxListed);
  },
});

/** @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const enableEndpoint = defineOperation({
  name: 'webhook-endpoints.enable',
  title: 'Enable a webhook endpoint',
  description:
    'Enables a disabled endpoint: deliveries are sent to it again. Those that were not sent can be recovered. Does nothing if the endpoint is enabled.',
  permission: 'webhooks.manage',
  effect: 'write',
  input: z.object({ endpointId: endpointIdSchema }),
  audit: ['endpoint.enabled'],
  async run(context, { endpointId }) {
    const { db, organizationId } = context;
    const matchesEndpoint = hasValues(webhookEndpoints, { organizationId, id: endpointId });
    const [enabled] = await db
      .update(webhookEndpoints)
      .set({ disabledAt: null, failingSince: null, failingDays: 0 })
      .where(and(matchesEndpoint, isNotNull(webhookEndpoints.disabledAt)))
      .returning({ label: webhookEndpoints.label });
    if (enabled) return context.audit({ target: enabled.label, targetId: endpointId });
    const [known] = await db
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(matchesEndpoint);
    if (!known) throw endpointNotFound(endpointId);
  },
});

/** @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR; RESOURCE_NOT_FOUND if none of the endpoints exists */
export const dismissEndpointNotices = defineOperation({
  name: 'webhook-endpoints.dismiss-notices',
  title: 'Dismiss the notice about disabled endpoints',
  description:
    'Dismisses the notice that endpoints were disabled, for all members. The endpoints stay disabled.',
  permission: 'webhooks.manage',
  effect: 'write',
  input: z.object({
    endpointIds: z.array(endpointIdSchema).min(1, 'Choose an endpoint.').max(maxListed),
  }),
  unaudited: 'It hides a notice; the endpoint’s own change has an entry.',
  async run({ db, organizationId, clock }, { endpointIds }) {
    const { rowCount } = await db
      .update(webhookEndpoints)
      .set({ noticeClosedAt: clock.now() })
      .where(
        and(eq(webhookEndpoints.organizationId, organizationId), inArray(webhookEndpoints.id, endpointIds)),
      );
    if (!rowCount) throw endpointNotFound(endpointIds[0] ?? '');
  },
});

const endpointNotFound = (id: string) =>
  notFound(
    'Endpoint not found. An endpoint is removed after 30 days without a delivery attempt, unless it is disabled.',
    id,
  );
