import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField, notFound } from '#lib/core/errors';
import { getCreatorId, requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { parseInput } from '#lib/core/validation';
import {
  type AlertCondition,
  conditionSchema,
  describeCondition,
} from '#lib/dashboard/alerts/conditions/condition';
import type { EvaluationData } from '#lib/dashboard/alerts/conditions/watcher';
import { formatFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getProject, lockProject, type Project } from '#lib/dashboard/projects/project';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { alerts } from '#lib/db/schema/alerts';

const alertInputSchema = z.object({
  condition: conditionSchema,
  query: z
    .string()
    .max(4_000, 'There are too many filters. Remove some and save again.')
    .refine(isStorableText, 'These filters contain invalid characters. Remove them, then save again.')
    .default(''),
});
export type AlertInput = z.input<typeof alertInputSchema>;

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

/** Validates the input of an alert and removes dates from its filters, because every evaluation sets its own days. */
export function parseAlert(context: Pick<Context, 'clock'>, projectId: string, input: AlertInput) {
  const { condition, query } = parseInput(alertInputSchema, input);
  const filters = parseFilters(projectId, new URLSearchParams(query), context.clock);
  const parameters = formatFilters(filters, context.clock);
  for (const name of ['days', 'period', 'from', 'to', 'compare', 'compareFrom', 'compareTo']) {
    parameters.delete(name);
  }
  return { condition, query: parameters.toString() };
}

/** Creates an alert, whose first evaluation is due immediately. @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export async function createAlert(
  context: Context,
  { projectId, alert }: { projectId: string; alert: AlertInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'alerts.manage');
  const input = parseAlert(context, projectId, alert);
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    await lockProject(db, organizationId, projectId);
    const name = await describeAlert(tx, projectId, input);
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
        createdBy: getCreatorId(tx),
      })
      .returning({ id: alerts.id });
    const id = created?.id ?? '';
    await recordAudit(tx, { action: 'alert.created', target: name, targetId: id });
    return { id };
  });
}

async function describeAlert(
  context: Context,
  projectId: string,
  { condition, query }: { condition: AlertCondition; query: string },
): Promise<string> {
  return describeCondition(condition, getConditionNames(await getProject(context, { projectId }), query));
}

interface AlertKey {
  projectId: string;
  alertId: string;
}

/** Locks an alert. @throws ServiceError RESOURCE_NOT_FOUND */
async function lockAlert({ db, organizationId }: Context, { projectId, alertId }: AlertKey): Promise<Alert> {
  if (!isUuid(projectId) || !isUuid(alertId)) throw alertNotFound();
  const [row] = await db
    .select()
    .from(alerts)
    .where(hasValues(alerts, { organizationId, projectId, id: alertId }))
    .for('update');
  if (!row) throw alertNotFound();
  return toAlert(row);
}

/** Changes and resets an alert. @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export async function editAlert(
  context: Context,
  { alert, ...key }: AlertKey & { alert: AlertInput },
): Promise<void> {
  requirePermission(context.actor, 'alerts.manage');
  const input = parseAlert(context, key.projectId, alert);
  await withOrganization(context, async (tx) => {
    const stored = await lockAlert(tx, key);
    const [before, after] = [
      await describeAlert(tx, key.projectId, stored),
      await describeAlert(tx, key.projectId, input),
    ];
    const now = tx.clock.now();
    const evaluateAt = stored.evaluateAt && now;
    const reset = {
      state: 'cleared' as const,
      stateSince: now,
      evaluationData: {},
      unknownReason: null,
      evaluatedDay: null,
    };
    await updateAlert(tx, key, { ...input, ...reset, evaluateAt });
    const change = {
      before: { alert: before, query: stored.query },
      after: { alert: after, query: input.query },
    };
    await recordAudit(tx, { action: 'alert.changed', target: after, targetId: key.alertId, ...change });
  });
}

/**
 * Pauses or resumes an alert. Resuming resets the alert: the days of the pause are not evaluated later.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function setAlertPaused(
  context: Context,
  { isPaused, ...key }: AlertKey & { isPaused: boolean },
): Promise<void> {
  requirePermission(context.actor, 'alerts.manage');
  await withOrganization(context, async (tx) => {
    const stored = await lockAlert(tx, key);
    if ((stored.evaluateAt === null) === isPaused) return;
    const now = tx.clock.now();
    const reset = { state: 'cleared' as const, stateSince: now, unknownReason: null, evaluatedDay: null };
    await updateAlert(
      tx,
      key,
      isPaused ? { evaluateAt: null } : { ...reset, evaluationData: {}, evaluateAt: now },
    );
    const target = await describeAlert(tx, key.projectId, stored);
    const action = isPaused ? 'alert.paused' : 'alert.resumed';
    await recordAudit(tx, { action, target, targetId: key.alertId });
  });
}

/** Deletes an alert but not its history. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteAlert(context: Context, key: AlertKey): Promise<void> {
  requirePermission(context.actor, 'alerts.manage');
  await withOrganization(context, async (tx) => {
    const stored = await lockAlert(tx, key);
    const { db, organizationId } = tx;
    await db
      .delete(alerts)
      .where(
        and(hasValues(alerts, { organizationId, id: key.alertId }), eq(alerts.projectId, key.projectId)),
      );
    const target = await describeAlert(tx, key.projectId, stored);
    await recordAudit(tx, { action: 'alert.deleted', target, targetId: key.alertId });
  });
}

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

/**
 * Creates the recommended alerts, except those for which the project already has an alert with the same kind of condition.
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function createRecommendedAlerts(
  context: Context,
  { projectId }: { projectId: string },
): Promise<void> {
  requirePermission(context.actor, 'alerts.manage');
  await withOrganization(context, async (tx) => {
    const existingKinds = new Set(
      (await listAlerts(tx, { projectId })).map(({ condition }) => condition.kind),
    );
    for (const condition of recommendedConditions) {
      if (!existingKinds.has(condition.kind)) await createAlert(tx, { projectId, alert: { condition } });
    }
  });
}
