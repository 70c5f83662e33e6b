import type { Annotation } from '#lib/core/annotation';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { shownDefinition } from '#lib/dashboard/analytics/scope';
import type { Context } from '#lib/db/context';

type ModelChange = Extract<Annotation, { kind: 'model' }>;

/** Answers looked at to tell a day's model: enough to know it, cheap at any number of answers. */
const answersADay = 9;
/** How far back of the first day the model before it is looked for: a weekly schedule's last run. */
const lookBackDays = 8;

/** Names the months that are read; of which day of them each look is, only the row says. */
const monthsRead = `asked_at >= ($3::date - ${lookBackDays})::timestamp AT TIME ZONE 'UTC'
        AND asked_at < ($4::date + 1)::timestamp AT TIME ZONE 'UTC'`;

const text = `
WITH asked AS MATERIALIZED (
  SELECT DISTINCT day, engine FROM daily_answers
  WHERE organization_id = $1 AND project_id = $2 AND definition = ${shownDefinition}
    AND day BETWEEN $3::date - ${lookBackDays} AND $4::date AND answered > 0
    AND (cardinality($5::text[]) = 0 OR engine = ANY ($5::text[]))
), served AS (
  SELECT day, engine, (
    SELECT mode() WITHIN GROUP (ORDER BY model) FROM (
      SELECT model FROM answers
      WHERE organization_id = $1 AND project_id = $2 AND engine = asked.engine AND status = 'answered'
        AND ${monthsRead}
        AND asked_at >= asked.day::timestamp AT TIME ZONE 'UTC'
        AND asked_at < (asked.day + 1)::timestamp AT TIME ZONE 'UTC'
      ORDER BY asked_at DESC NULLS LAST LIMIT ${answersADay}
    ) newest
  ) AS model
  FROM asked
), changes AS (
  SELECT day, engine, model AS now, lag(model) OVER (PARTITION BY engine ORDER BY day) AS before
  FROM served WHERE model IS NOT NULL
)
SELECT day::text AS day, engine, before, now FROM changes WHERE before <> now AND day >= $3::date
ORDER BY day, engine`;

/**
 * The days on which an engine answered with another model than on the last day before it was asked, by most of the
 * newest answers of each day. For a transaction already scoped.
 */
export async function modelChanges(
  { db, organizationId }: Context,
  { projectId, from, to, engines }: MetricFilters,
): Promise<ModelChange[]> {
  const { rows } = await db.$client.query<Omit<ModelChange, 'kind'>>({
    name: 'annotations-model-changes',
    text,
    values: [organizationId, projectId, from, to, engines],
  });
  return rows.map((row) => ({ kind: 'model', ...row }));
}
