import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { changePageFilters, noDays } from '#lib/contract/filters/page-filters';
import { invalidField, notFound } from '#lib/core/errors';
import { getCreatorId, requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { idSchema } from '#lib/core/validation';
import {
  type AlertCondition,
  conditionSchema,
  describeCondition,
  getTier,
  setTier,
} from '#lib/dashboard/alerts/conditions/condition';
import type { EvaluationData } from '#lib/dashboard/alerts/conditions/watcher';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getProject, lockProject, type Project, projectIdSchema } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { alerts } from '#lib/db/schema/alerts';
import { createdSchema, defineOperation } from '#lib/operations/define-operation';

/** What an alert watches, in the input of operations. */
export const alertFields = {
  condition: conditionSchema,
  query: z
    .string()
    .max(4_000, 'There are too many filters. Remove some and save again.')
    .refine(isStorableText, 'These filters contain invalid characters. Remove them, then save again.')
    .default('')
    .describe(
      'The filters, as in the address of a page. Dates are ignored, because every evaluation sets its own days.',
    ),
};
export type AlertInput = z.input<z.ZodObject<typeof alertFields>>;

type Row = typeof alerts.$inferSelect;

/** A stored alert. */
export interface Alert extends Omit<Row, 'condition' | 'evaluationData'> {
  condition: AlertCondition;
  evaluationData: EvaluationData;
}

const maxAlerts = 50;

const alertNotFound = () => notFound('Alert not found. It may have been deleted.');

/** Converts a row to an alert. The cast is safe: only code in this folder writes `evaluationData`. */
export function toAlert({ condition, evaluationData, ...row }: Row): Alert {
  return {
    ...row,
    condition: conditionSchema.parse(condition),
    evaluationData: evaluationData as EvaluationData,
  };
}

/** Returns the brand that a query selects and the names that condition sentences contain. */
export function getConditionNames({ own, competitors }: Project, query: string) {
  const selected = new URLSearchParams(query).get('brand');
  const brands = [own, ...competitors];
  const brand = brands.find(({ id }) => id === selected) ?? own;
  const others = brands.filter(({ id }) => id !== brand.id);
  return {
    brand: brand.name,
    competitors: Object.fromEntries(others.map(({ id, name }) => [id, name])),
    brandId: brand.id,
  };
}

/** Lists the alerts of a project, oldest first. */
export async function listAlerts(context: Context, { projectId }: { projectId: string }): Promise<Alert[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) return [];
  const rows = await withOrganization(context, ({ db, organizationId }) =>
    db
      .select()
      .from(alerts)
      .where(hasValues(alerts, { organizationId, projectId }))
      .orderBy(alerts.createdAt, alerts.id),
  );
  return rows.map(toAlert);
}

/** Removes dates from the filters of an alert, because every evaluation sets its own days. */
export function removeDates(
  { clock }: Pick<Context, 'clock'>,
  { projectId, query }: { projectId: string; query: string },
): string {
  const filters = parseFilters({ id: projectId, timeZone: 'UTC' }, new URLSearchParams(query), clock);
  return changePageFilters(new URLSearchParams(), { ...filters, ...noDays }).toString();
}

/** Returns an alert as it is stored: with its tier, and without dates. @throws ServiceError VALIDATION_ERROR */
function toStored(
  context: Pick<Context, 'clock'>,
  projectId: string,
  { condition, query }: { condition: AlertCondition; query: string },
) {
  if (condition.kind === 'metric' && condition.tier && condition.tier !== getTier(condition)) {
    throw invalidField(
      'condition.direction',
      'The fast tier watches one direction, and the strict tier both. Choose a direction for the tier.',
    );
  }
  return { condition: setTier(condition), query: removeDates(context, { projectId, query }) };
}

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const createAlert = defineOperation({
  name: 'alerts.create',
  title: 'Create an alert',
  description:
    'Creates an alert, whose first evaluation is due immediately. When it is raised, each channel of the project gets one message.',
  permission: 'alerts.manage',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema, ...alertFields }),
  output: createdSchema,
  audit: ['alert.created'],
  async run(context, { projectId, condition, query }) {
    const { db, organizationId, clock } = context;
    const input = toStored(context, projectId, { condition, query });
    await lockProject(db, organizationId, projectId);
    const name = await describeAlert(context, projectId, input);
    if ((await db.$count(alerts, hasValues(alerts, { organizationId, projectId }))) >= maxAlerts) {
      throw invalidField('condition', `A project can have at most ${maxAlerts} alerts. Delete one first.`);
    }
    const now = clock.now();
    const [created] = await db
      .insert(alerts)
      .values({
        organizationId,
        projectId,
        ...input,
        stateSince: now,
        evaluationData: {},
        evaluateAt: now,
        createdAt: now,
        createdBy: getCreatorId(context),
      })
      .returning({ id: alerts.id });
    const id = created?.id ?? '';
    await context.audit({ target: name, targetId: id });
    return { id };
  },
});

async function describeAlert(
  context: Context,
  projectId: string,
  { condition, query }: { condition: AlertCondition; query: string },
): Promise<string> {
  return describeCondition(condition, getConditionNames(await getProject(context, { projectId }), query));
}

const alertKey = { projectId: projectIdSchema, alertId: idSchema('alert') };
const alertKeySchema = z.object(alertKey);
type AlertKey = z.output<typeof alertKeySchema>;

/** Locks an alert. @throws ServiceError RESOURCE_NOT_FOUND */
async function lockAlert({ db, organizationId }: Context, { projectId, alertId }: AlertKey): Promise<Alert> {
  const [row] = await db
    .select()
    .from(alerts)
    .where(hasValues(alerts, { organizationId, projectId, id: alertId }))
    .for('update');
  if (!row) throw alertNotFound();
  return toAlert(row);
}

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const editAlert = defineOperation({
  name: 'alerts.edit',
  title: 'Edit an alert',
  description:
    'Replaces the condition and the filters of an alert, and resets it: it is evaluated as if it were new. A paused alert stays paused.',
  permission: 'alerts.manage',
  effect: 'write',
  input: z.object({ ...alertKey, ...alertFields }),
  audit: ['alert.changed'],
  async run(context, { condition, query, ...key }) {
    const { projectId, alertId } = key;
    const input = toStored(context, projectId, { condition, query });
    const stored = await lockAlert(context, key);
    const [before, after] = [
      await describeAlert(context, projectId, stored),
      await describeAlert(context, projectId, input),
    ];
    const now = context.clock.now();
    const evaluateAt = stored.evaluateAt && now;
    const reset = {
      state: 'cleared' as const,
      stateSince: now,
      evaluationData: {},
      unknownReason: null,
      evaluatedDay: null,
    };
    await updateAlert(context, key, { ...input, ...reset, evaluateAt });
    const change = {
      before: { alert: before, query: stored.query },
      after: { alert: after, query: input.query },
    };
    await context.audit({ target: after, targetId: alertId, ...change });
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const setAlertPaused = defineOperation({
  name: 'alerts.set-paused',
  title: 'Pause or resume an alert',
  description:
    'Pauses or resumes an alert. Resuming resets it: the days of the pause are not evaluated later.',
  permission: 'alerts.manage',
  effect: 'write',
  input: z.object({ ...alertKey, isPaused: z.boolean() }),
  audit: ['alert.paused', 'alert.resumed'],
  async run(context, { isPaused, ...key }) {
    const stored = await lockAlert(context, key);
    if ((stored.evaluateAt === null) === isPaused) return;
    const now = context.clock.now();
    const reset = { state: 'cleared' as const, stateSince: now, unknownReason: null, evaluatedDay: null };
    await updateAlert(
      context,
      key,
      isPaused ? { evaluateAt: null } : { ...reset, evaluationData: {}, evaluateAt: now },
    );
    const target = await describeAlert(context, key.projectId, stored);
    const action = isPaused ? 'alert.paused' : 'alert.resumed';
    await context.audit({ action, target, targetId: key.alertId });
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const deleteAlert = defineOperation({
  name: 'alerts.delete',
  title: 'Delete an alert',
  description: 'Deletes an alert. Its history stays.',
  permission: 'alerts.manage',
  effect: 'delete',
  input: alertKeySchema,
  audit: ['alert.deleted'],
  async run(context, key) {
    const stored = await lockAlert(context, key);
    const { db, organizationId } = context;
    await db
      .delete(alerts)
      .where(
        and(hasValues(alerts, { organizationId, id: key.alertId }), eq(alerts.projectId, key.projectId)),
      );
    const target = await describeAlert(context, key.projectId, stored);
    await context.audit({ target, targetId: key.alertId });
  },
});

async function updateAlert(
  { db, organizationId }: Context,
  { alertId }: AlertKey,
  values: Partial<typeof alerts.$inferInsert>,
): Promise<void> {
  await db
    .update(alerts)
    .set(values)
    .where(hasValues(alerts, { organizationId, id: alertId }));
}

/** The conditions of the alerts that every project is offered. */
const recommendedConditions: readonly AlertCondition[] = [
  { kind: 'metric', metric: 'visibility', minChange: 5, direction: 'either' },
  { kind: 'overtaken', competitorId: null },
  { kind: 'page-lost' },
  { kind: 'model-changed' },
  { kind: 'run-failed', minMissing: 20 },
];

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const createRecommendedAlerts = defineOperation({
  name: 'alerts.create-recommended',
  title: 'Create the recommended alerts',
  description:
    'Creates the recommended alerts, except those for which the project already has an alert with the same kind of condition.',
  permission: 'alerts.manage',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema }),
  audit: ['alert.created'],
  async run(context, { projectId }) {
    const existingKinds = new Set(
      (await listAlerts(context, { projectId })).map(({ condition }) => condition.kind),
    );
    for (const condition of recommendedConditions) {
      if (!existingKinds.has(condition.kind)) await createAlert(context, { projectId, condition });
    }
  },
});
