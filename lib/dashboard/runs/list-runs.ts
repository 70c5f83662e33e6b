import { and, desc, eq, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound, type ServiceError } from '#lib/core/errors';
import { isUuid } from '#lib/core/text';
import { lookupIdSchema, timeSchema } from '#lib/core/validation';
import { hasValues } from '#lib/db/has-values';
import { pauseReasons, runItems, runs } from '#lib/db/schema/runs';
import { defineOperation } from '#lib/operations/define-operation';

/** A paused run can resume within this time after it was due; later answers would not be comparable with the others. */
export const resumableHours = 24;

const runColumns = {
  id: runs.id,
  kind: runs.kind,
  status: runs.status,
  requestedAt: runs.requestedAt,
  startedAt: runs.createdAt,
  completedAt: runs.completedAt,
  engines: runs.engines,
  countries: runs.countries,
  samples: runs.samples,
  addOns: runs.addOns,
  itemCount: runs.itemCount,
  error: runs.error,
  pauseReason: runs.pauseReason,
};

export const runSchema = z.object({
  id: z.string(),
  kind: z.enum(runs.kind.enumValues).describe('`backfill`: for a past date, without tasks.'),
  status: z
    .enum(runs.status.enumValues)
    .describe('`paused`: its pending items are sent once credits or budgets allow it.'),
  requestedAt: timeSchema,
  startedAt: timeSchema,
  completedAt: timeSchema.nullable(),
  engines: z.array(z.string()),
  countries: z.array(z.string()),
  samples: z.int(),
  addOns: z.boolean(),
  itemCount: z.int(),
  error: z.string().nullable().describe('A sentence that says why sending stopped early.'),
  pauseReason: z
    .enum(pauseReasons)
    .nullable()
    .describe(
      'The reason for the last pause: the credits or the budget that had run out; null if the run was never paused.',
    ),
});
export type Run = z.output<typeof runSchema>;

/** A run with its numbers of items. */
const countedRunSchema = runSchema.extend({
  done: z.number().describe('Items that are finished.'),
  answered: z.number(),
  failed: z.number(),
  notSent: z
    .number()
    .describe('The remaining items of a paused run, and those of a run that ended without sending them.'),
});
export type RunWithCounts = z.output<typeof countedRunSchema>;

export const listRuns = defineOperation({
  name: 'runs.list',
  title: 'List the runs of a project',
  description: 'Lists the latest runs of a project.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({
    projectId: lookupIdSchema,
    limit: z.int().min(1).default(50).describe('The maximum number of runs.'),
    offset: z.int().min(0).default(0).describe('The number of later runs that are left out.'),
    includeBackfills: z.boolean().default(false).describe('Whether to list runs of the demo for past dates.'),
  }),
  output: z.array(countedRunSchema),
  async run({ db, organizationId }, { projectId, limit, offset, includeBackfills }) {
    if (!isUuid(projectId)) return [];
    const isInProject = hasValues(runs, { organizationId, projectId });
    const latest = db
      .select(runColumns)
      .from(runs)
      .where(includeBackfills ? isInProject : and(isInProject, ne(runs.kind, 'backfill')))
      .orderBy(desc(runs.requestedAt), desc(runs.createdAt))
      .limit(limit)
      .offset(offset)
      .as('latest');
    const counts = db
      .select({
        done: sql<number>`count(*) FILTER (WHERE ${runItems.status} NOT IN ('pending', 'sent', 'not_sent'))`.as(
          'done',
        ),
        notSent: sql<number>`count(*) FILTER (WHERE ${isNotSent(latest.status)})`.as('not_sent'),
        answered: sql<number>`count(*) FILTER (WHERE ${runItems.status} = 'answered')`.as('answered'),
        failed: sql<number>`count(*) FILTER (WHERE ${runItems.status} IN ('failed', 'unreadable'))`.as(
          'failed',
        ),
      })
      .from(runItems)
      .where(and(eq(runItems.organizationId, organizationId), eq(runItems.runId, latest.id)))
      .as('counts');
    const rows = await db
      .select()
      .from(latest)
      .innerJoinLateral(counts, sql`true`)
      .orderBy(desc(latest.requestedAt), desc(latest.startedAt));
    return rows.map((row) => ({ ...row.latest, ...row.counts }));
  },
});

/** Returns the condition that an item was not sent, and will not be sent unless its run resumes. */
export function isNotSent(runStatus: SQLWrapper): SQL {
  return sql`${runItems.status} = 'not_sent' OR ${runItems.status} = 'pending' AND ${runStatus} = 'paused'`;
}

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const getRun = defineOperation({
  name: 'runs.get',
  title: 'Get a run',
  description: 'Returns a run of a project.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema, runId: lookupIdSchema }),
  output: runSchema,
  async run({ db, organizationId }, { projectId, runId }) {
    if (!isUuid(projectId) || !isUuid(runId)) throw runNotFound(runId);
    const [run] = await db
      .select(runColumns)
      .from(runs)
      .where(hasValues(runs, { organizationId, projectId, id: runId }));
    if (!run) throw runNotFound(runId);
    return run;
  },
});

export function runNotFound(id: string): ServiceError {
  return notFound('Run not found.', id);
}
