import { z } from 'zod';
import { isUuid } from '#lib/core/text';
import { toUtcDay } from '#lib/core/time';
import { lookupIdSchema } from '#lib/core/validation';
import { lockProject, projectIdSchema, projectNotFound } from '#lib/dashboard/projects/project';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { type PauseReason, projectBudgets } from '#lib/db/schema/runs';
import { rowOf, statement } from '#lib/db/statement';
import { defineOperation } from '#lib/operations/define-operation';
import { formFields } from '#lib/operations/form-fields';

/** The limits of a project's runs per calendar month (UTC) in credits, and how much of them is used. */
const budgetsSchema = z.object({
  projectCredits: z.number().nullable().describe('For all runs of the project; null if there is no limit.'),
  scheduleCredits: z.number().nullable().describe('For its scheduled runs; null if there is no limit.'),
  projectUsed: z.number().describe('Credits charged this month or reserved for pending answers.'),
  scheduleUsed: z.number().describe('The part of `projectUsed` that belongs to scheduled runs.'),
});
export type Budgets = z.output<typeof budgetsSchema>;

/**
 * Pending answers count until they are charged, so that a budget is never exceeded; failed ones do not count. The charged
 * and the reserved credits come from one snapshot, because ingestion turns reserved credits into charged ones.
 */
const selectBudgets = statement({
  name: 'read-budgets',
  parameters: { organizationId: 'uuid', projectId: 'uuid', month: 'date' },
  row: rowOf<Budgets>({
    projectCredits: 'int4?',
    scheduleCredits: 'int4?',
    projectUsed: 'numeric',
    scheduleUsed: 'numeric',
  }),
  isPrepared: false,
  text: `
    SELECT budgets.project_credits AS "projectCredits", budgets.schedule_credits AS "scheduleCredits",
      charged.total + held.total AS "projectUsed", charged.scheduled + held.scheduled AS "scheduleUsed"
    FROM (
      SELECT coalesce(sum(credits), 0) AS total, coalesce(sum(scheduled_credits), 0) AS scheduled
      FROM project_usage_daily
      WHERE organization_id = :organizationId AND project_id = :projectId AND day >= :month
    ) charged, (
      SELECT coalesce(sum(items.credits), 0) AS total,
        coalesce(sum(items.credits) FILTER (WHERE runs.schedule_id IS NOT NULL), 0) AS scheduled
      FROM runs JOIN run_items items ON items.organization_id = runs.organization_id AND items.run_id = runs.id
      WHERE runs.organization_id = :organizationId AND runs.project_id = :projectId AND runs.status <> 'completed'
        AND items.status IN ('pending', 'sent')
    ) held
    LEFT JOIN project_budgets budgets ON budgets.organization_id = :organizationId AND budgets.project_id = :projectId`,
});

/** Reads the budgets of a project in the month of `now`, without checking a permission. */
export async function readProjectBudgets(
  db: Database,
  { organizationId, projectId, now }: { organizationId: string; projectId: string; now: Date },
): Promise<Budgets> {
  const month = `${toUtcDay(now).slice(0, 7)}-01`;
  const [budgets] = await selectBudgets(db, { organizationId, projectId, month });
  if (!budgets) throw new Error('Reading the budgets of a project returned no row.');
  return budgets;
}

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const getBudgets = defineOperation({
  name: 'budgets.get',
  title: 'Get the budgets of a project',
  description:
    'Returns the limits of a project’s runs per calendar month (UTC) in credits, and how much of them is used.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: budgetsSchema,
  async run({ db, organizationId, clock }, { projectId }) {
    if (!isUuid(projectId)) throw projectNotFound(projectId);
    return readProjectBudgets(db, { organizationId, projectId, now: clock.now() });
  },
});

/** Returns the credits that a run can still spend, and the budget that limits it. Infinity if there is no budget. */
export function getRemainingBudget(
  { projectCredits, scheduleCredits, projectUsed, scheduleUsed }: Budgets,
  isScheduled: boolean,
): { remaining: number; reason: PauseReason } {
  const projectRemaining = projectCredits === null ? Number.POSITIVE_INFINITY : projectCredits - projectUsed;
  const scheduleRemaining =
    scheduleCredits === null || !isScheduled ? Number.POSITIVE_INFINITY : scheduleCredits - scheduleUsed;
  return scheduleRemaining < projectRemaining
    ? { remaining: scheduleRemaining, reason: 'schedule_budget' }
    : { remaining: projectRemaining, reason: 'project_budget' };
}

const creditsSchema = z
  .int('Enter a whole number of credits, or leave it empty for no limit.')
  .min(0, 'A budget cannot be negative.')
  .max(1_000_000_000, 'A budget can be at most 1,000,000,000 credits.')
  .nullable();
/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const saveBudgets = defineOperation({
  name: 'budgets.save',
  title: 'Set the budgets of a project',
  description:
    'Sets how many credits the runs of a project, and its scheduled runs, may spend per calendar month (UTC). Null removes a limit. Paused runs resume within a minute if the budgets allow it.',
  permission: 'budgets.manage',
  effect: 'write',
  input: z.object({
    projectId: projectIdSchema,
    scheduleCredits: creditsSchema.describe('For its scheduled runs.').register(formFields, {
      label: 'Credits per month for scheduled runs',
      hint: 'Leave empty for no limit.',
    }),
    projectCredits: creditsSchema.describe('For all runs of the project.').register(formFields, {
      label: 'Credits per month for all runs of this project',
      hint: 'Scheduled and manual runs. Leave empty for no limit.',
    }),
  }),
  audit: ['budget.changed'],
  async run(context, { projectId, ...budgets }) {
    const { db, organizationId } = context;
    await lockProject(db, organizationId, projectId);
    const isStored = hasValues(projectBudgets, { organizationId, projectId });
    const [before] = await db.select().from(projectBudgets).where(isStored).for('update');
    await db
      .insert(projectBudgets)
      .values({ organizationId, projectId, ...budgets })
      .onConflictDoUpdate({
        target: [projectBudgets.organizationId, projectBudgets.projectId],
        set: budgets,
      });
    await context.audit({
      before: {
        project: before?.projectCredits ?? 'no limit',
        schedule: before?.scheduleCredits ?? 'no limit',
      },
      after: {
        project: budgets.projectCredits ?? 'no limit',
        schedule: budgets.scheduleCredits ?? 'no limit',
      },
    });
  },
});
