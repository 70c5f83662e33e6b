import { and, eq, max, type SQL, sql } from 'drizzle-orm';
import { engines } from '#lib/contract/engines';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { isNotSent, runNotFound } from '#lib/dashboard/runs/list-runs';
import { getCreditsPerAnswer } from '#lib/dashboard/runs/run-options';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { prompts } from '#lib/db/schema/projects';
import { runItems, runs } from '#lib/db/schema/runs';

const countItems = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})`.mapWith(Number);

const outcomeCounts = {
  total: sql<number>`count(*)`.mapWith(Number),
  answered: countItems(sql`${runItems.status} = 'answered'`),
  /** The engine returned no answer. */
  noAnswer: countItems(sql`${runItems.status} = 'no_answer'`),
  /** Failed or unreadable. */
  failed: countItems(sql`${runItems.status} IN ('failed', 'unreadable')`),
  /** Not sent, and not going to be sent unless the run resumes. */
  notSent: countItems(isNotSent(runs.status)),
};

/**
 * Returns a run with the number of its items by outcome; items that count as `sent` wait for an answer. `error` is a sentence that
 * says why sending stopped early.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function getRunProgress(context: Context, { runId }: { runId: string }) {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(runId)) throw runNotFound(runId);
  return withOrganization(context, async ({ db, organizationId }) => {
    const [run] = await db
      .select({
        runId: runs.id,
        status: runs.status,
        startedAt: runs.createdAt,
        completedAt: runs.completedAt,
        error: runs.error,
        pauseReason: runs.pauseReason,
      })
      .from(runs)
      .where(hasValues(runs, { organizationId, id: runId }));
    const [counts] = await db
      .select({
        ...outcomeCounts,
        sent: countItems(sql`${runItems.status} = 'sent'`),
        pending: countItems(sql`${runItems.status} = 'pending'`),
      })
      .from(runItems)
      .innerJoin(runs, and(eq(runs.organizationId, runItems.organizationId), eq(runs.id, runItems.runId)))
      .where(hasValues(runItems, { organizationId, runId }));
    if (!run || !counts) throw runNotFound(runId);
    return { ...run, ...counts };
  });
}

/** The number of a run's items by outcome, for one engine and country. */
export type RunBreakdownRow = Awaited<ReturnType<typeof listRunBreakdown>>[number];

/** Returns the progress of a run per engine and country. */
export async function listRunBreakdown(context: Context, { runId }: { runId: string }) {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(runId)) return [];
  return withOrganization(context, ({ db, organizationId }) =>
    db
      .select({
        engine: runItems.engine,
        country: runItems.country,
        ...outcomeCounts,
        /** Items of active prompts that failed or were not sent. Only they can be retried; unreadable answers cannot. */
        retryable: countItems(
          sql`${runItems.status} IN ('failed', 'not_sent') AND ${prompts.archivedAt} IS NULL`,
        ),
        /** Time of the latest change of an item. */
        updatedAt: max(runItems.updatedAt),
      })
      .from(runItems)
      .innerJoin(runs, and(eq(runs.organizationId, runItems.organizationId), eq(runs.id, runItems.runId)))
      .innerJoin(
        prompts,
        and(eq(prompts.organizationId, runItems.organizationId), eq(prompts.id, runItems.promptId)),
      )
      .where(hasValues(runItems, { organizationId, runId }))
      .groupBy(runItems.engine, runItems.country)
      .orderBy(runItems.engine, runItems.country),
  );
}

/**
 * Returns the number of a run's items that `retryItems` can retry, and the maximum number of credits that the retry
 * costs.
 * @param addOns whether the run requests add-ons
 */
export function countRetryable(
  rows: readonly RunBreakdownRow[],
  addOns: boolean,
): { items: number; credits: number } {
  return rows.reduce(
    ({ items, credits }, { engine: name, retryable }) => {
      const engine = engines.find((one) => one === name);
      const price = engine ? getCreditsPerAnswer(engine, addOns) : 0;
      return { items: items + retryable, credits: credits + retryable * price };
    },
    { items: 0, credits: 0 },
  );
}
