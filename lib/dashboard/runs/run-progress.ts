import { and, eq, max, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { engines } from '#lib/contract/engines';
import { isUuid } from '#lib/core/text';
import { lookupIdSchema, timeSchema } from '#lib/core/validation';
import { isNotSent, runNotFound, runSchema } from '#lib/dashboard/runs/list-runs';
import { getCreditsPerAnswer } from '#lib/dashboard/runs/run-options';
import { hasValues } from '#lib/db/has-values';
import { prompts } from '#lib/db/schema/projects';
import { runItems, runs } from '#lib/db/schema/runs';
import { defineOperation } from '#lib/operations/define-operation';

const countItems = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})`.mapWith(Number);

const outcomeCounts = {
  total: sql<number>`count(*)`.mapWith(Number),
  answered: countItems(sql`${runItems.status} = 'answered'`),
  noAnswer: countItems(sql`${runItems.status} = 'no_answer'`),
  failed: countItems(sql`${runItems.status} IN ('failed', 'unreadable')`),
  notSent: countItems(isNotSent(runs.status)),
};

const outcomesSchema = z.object({
  total: z.int(),
  answered: z.int(),
  noAnswer: z.int().describe('The engine returned no answer.'),
  failed: z.int().describe('Failed or unreadable.'),
  notSent: z.int().describe('Not sent, and not going to be sent unless the run resumes.'),
});

const progressSchema = runSchema
  .pick({ status: true, startedAt: true, completedAt: true, error: true, pauseReason: true })
  .extend({
    runId: z.string(),
    ...outcomesSchema.shape,
    sent: z.int().describe('Waiting for an answer.'),
    pending: z.int(),
  });

const runIdInput = z.object({ runId: lookupIdSchema });

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const getRunProgress = defineOperation({
  name: 'runs.get-progress',
  title: 'Get the progress of a run',
  description: 'Returns a run with the numbers of its items by outcome.',
  permission: 'projects.read',
  effect: 'read',
  input: runIdInput,
  output: progressSchema,
  async run({ db, organizationId }, { runId }) {
    if (!isUuid(runId)) throw runNotFound(runId);
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
  },
});

/** The number of a run's items by outcome, for one engine and country. */
const breakdownRowSchema = z.object({
  engine: z.string(),
  country: z.string(),
  ...outcomesSchema.shape,
  retryable: z
    .int()
    .describe(
      'Items of active prompts that failed or were not sent. Only they can be retried; unreadable answers cannot.',
    ),
  updatedAt: timeSchema.nullable().describe('The time of the latest change of an item.'),
});
export type RunBreakdownRow = z.output<typeof breakdownRowSchema>;

export const listRunBreakdown = defineOperation({
  name: 'runs.list-outcomes',
  title: 'List the outcomes of a run',
  description: 'Lists the numbers of a run’s items by outcome, per engine and country.',
  permission: 'projects.read',
  effect: 'read',
  input: runIdInput,
  output: z.array(breakdownRowSchema),
  async run({ db, organizationId }, { runId }) {
    if (!isUuid(runId)) return [];
    return db
      .select({
        engine: runItems.engine,
        country: runItems.country,
        ...outcomeCounts,
        retryable: countItems(
          sql`${runItems.status} IN ('failed', 'not_sent') AND ${prompts.archivedAt} IS NULL`,
        ),
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
      .orderBy(runItems.engine, runItems.country);
  },
});

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
