import { sql } from 'drizzle-orm';
import type { Annotation } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { type Context, queryRows } from '#lib/db/client';

/**
 * Lists the annotations of a period, oldest first: notes, experiments, brand changes, and what the stored data shows,
 * that is prompts added or archived after the project's first day and engines that changed model. Notes and
 * experiments are hidden from viewers of a share link.
 */
export function listAnnotations(context: Context, filters: MetricFilters): Promise<Annotation[]> {
  return withMetricsTransaction(context, async (scope) => {
    const annotations = [
      ...(await listWritten(scope, filters)),
      ...(await listPromptChanges(scope, filters)),
      ...(await listModelChanges(scope, filters)),
    ];
    return annotations.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  });
}

async function listWritten(
  { db, organizationId, actor }: Context,
  { projectId, from, to }: MetricFilters,
): Promise<Annotation[]> {
  const canReadNotes = actor.kind !== 'share';
  const rows = await queryRows<{
    kind: 'note' | 'brands' | 'experiment';
    id: string;
    day: string;
    text: string;
  }>(
    db,
    sql`
      SELECT kind, id, day::text AS day, text, created_at FROM annotations
      WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND day BETWEEN ${from} AND ${to}
        AND (kind = 'brands' OR kind = 'note' AND ${canReadNotes})
      UNION ALL
      SELECT 'experiment', id, changed_on::text, name, created_at FROM experiments
      WHERE organization_id = ${organizationId} AND project_id = ${projectId}
        AND changed_on BETWEEN ${from} AND ${to} AND ${canReadNotes}
      ORDER BY day, created_at`,
  );
  return rows.map(({ kind, id, day, text }) =>
    kind === 'note' ? { kind, id, day, text } : { kind, day, text },
  );
}

type PromptChange = Extract<Annotation, { kind: 'prompts' }>;

async function listPromptChanges(
  { db, organizationId }: Context,
  { projectId, from, to, promptIds, topics, tags }: MetricFilters,
): Promise<PromptChange[]> {
  const rows = await queryRows<Omit<PromptChange, 'kind'>>(
    db,
    sql`
      SELECT changed.day::text AS day, count(*) FILTER (WHERE changed.added) AS added,
        count(*) FILTER (WHERE NOT changed.added) AS archived
      FROM prompts
      JOIN projects ON projects.organization_id = prompts.organization_id AND projects.id = prompts.project_id
      CROSS JOIN LATERAL (
        VALUES (true, (prompts.created_at AT TIME ZONE 'UTC')::date),
               (false, (prompts.archived_at AT TIME ZONE 'UTC')::date)
      ) changed (added, day)
      WHERE prompts.organization_id = ${organizationId} AND prompts.project_id = ${projectId}
        ${promptIds.length > 0 ? sql`AND prompts.id = ANY (${sql.param(promptIds)}::uuid[])` : sql``}
        ${topics.length > 0 ? sql`AND prompts.topic = ANY (${sql.param(topics)}::text[])` : sql``}
        ${tags.length > 0 ? sql`AND prompts.tags && ${sql.param(tags)}::text[]` : sql``}
        AND changed.day BETWEEN ${from} AND ${to}
        AND changed.day > (projects.created_at AT TIME ZONE 'UTC')::date
      GROUP BY changed.day`,
  );
  return rows.map((row) => ({ kind: 'prompts', ...row }));
}

type ModelChange = Extract<Annotation, { kind: 'model' }>;

/** A day's model is the most frequent one among this many of its latest answers. */
const answersPerDay = 9;
/** How far before the period the previous model is looked up: a weekly schedule's last run. */
const lookBackDays = 8;

/** Lists the days on which an engine's model differs from that of its previous day with answers. */
async function listModelChanges(
  { db, organizationId }: Context,
  { projectId, from, to, engines }: MetricFilters,
): Promise<ModelChange[]> {
  const rows = await queryRows<Omit<ModelChange, 'kind'>>(
    db,
    sql`
      WITH engine_days AS MATERIALIZED (
        SELECT DISTINCT day, engine FROM daily_answers
        WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND answered > 0
          AND scoring_version = (
            SELECT scoring_version FROM projects WHERE organization_id = ${organizationId} AND id = ${projectId}
          )
          AND day BETWEEN ${from}::date - ${lookBackDays}::int AND ${to}
          ${engines.length > 0 ? sql`AND engine = ANY (${sql.param(engines)}::text[])` : sql``}
      ), daily_models AS (
        SELECT day, engine, (
          SELECT mode() WITHIN GROUP (ORDER BY model) FROM (
            SELECT model FROM answers
            WHERE organization_id = ${organizationId} AND project_id = ${projectId}
              AND engine = engine_days.engine AND status = 'answered'
              -- Constant bounds, which exclude the partitions of other months.
              AND requested_at >= (${from}::date - ${lookBackDays}::int)::timestamp AT TIME ZONE 'UTC'
              AND requested_at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'
              AND requested_at >= engine_days.day::timestamp AT TIME ZONE 'UTC'
              AND requested_at < (engine_days.day + 1)::timestamp AT TIME ZONE 'UTC'
            ORDER BY requested_at DESC NULLS LAST LIMIT ${answersPerDay}
          ) latest
        ) AS model
        FROM engine_days
      ), changes AS (
        SELECT day, engine, model AS now, lag(model) OVER (PARTITION BY engine ORDER BY day) AS before
        FROM daily_models WHERE model IS NOT NULL
      )
      SELECT day::text AS day, engine, before, now FROM changes WHERE before <> now AND day >= ${from}
      ORDER BY day, engine`,
  );
  return rows.map((row) => ({ kind: 'model', ...row }));
}
