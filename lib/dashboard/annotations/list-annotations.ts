import type { Annotation } from '#lib/core/annotation';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { shownDefinition } from '#lib/dashboard/analytics/filters/filter-sql';
import type { Context } from '#lib/db/context';

const text = `
SELECT kind, id, day::text AS day, text, 0 AS added, 0 AS archived, created_at FROM annotations
WHERE organization_id = $1 AND project_id = $2 AND day BETWEEN $3::date AND $4::date
  AND (kind = 'brands' OR kind = 'note' AND NOT $8::boolean)
UNION ALL
SELECT 'experiment', NULL, changed_on::text, name, 0, 0, created_at FROM experiments
WHERE organization_id = $1 AND project_id = $2 AND changed_on BETWEEN $3::date AND $4::date
  AND NOT $8::boolean
UNION ALL
SELECT 'prompts', NULL, changed.day::text, '', count(*) FILTER (WHERE changed.added)::int,
  count(*) FILTER (WHERE NOT changed.added)::int, min(changed.at)
FROM prompts
JOIN projects ON projects.organization_id = $1 AND projects.id = $2
CROSS JOIN LATERAL (
  VALUES (true, prompts.created_at, (prompts.created_at AT TIME ZONE 'UTC')::date),
         (false, prompts.archived_at, (prompts.archived_at AT TIME ZONE 'UTC')::date)
) changed (added, at, day)
WHERE prompts.organization_id = $1 AND prompts.project_id = $2
  AND (cardinality($5::uuid[]) = 0 OR prompts.id = ANY ($5::uuid[]))
  AND (cardinality($6::text[]) = 0 OR prompts.topic = ANY ($6::text[]))
  AND (cardinality($7::text[]) = 0 OR prompts.tags && $7::text[])
  AND changed.day BETWEEN $3::date AND $4::date
  AND changed.day > (projects.created_at AT TIME ZONE 'UTC')::date
GROUP BY changed.day
ORDER BY day, created_at`;

interface Row {
  kind: 'note' | 'brands' | 'experiment' | 'prompts';
  id: string | null;
  day: string;
  text: string;
  added: number;
  archived: number;
}

/**
 * What stands on the days of a period, oldest first: notes, experiments, changes of brands, and what can be read from
 * the things themselves, so that it cannot differ from them: prompts of the filters added or archived (those a project
 * began with are no change), and an engine answering with another model. What members wrote to each other, notes and
 * experiments, is not for whoever holds a link.
 */
export function listAnnotations(context: Context, filters: MetricFilters): Promise<Annotation[]> {
  return withMetricsTransaction(context, async (scope) => {
    const { rows } = await scope.db.$client.query<Row>({
      name: 'annotations',
      text,
      values: [
        scope.organizationId,
        filters.projectId,
        filters.from,
        filters.to,
        filters.promptIds,
        filters.topics,
        filters.tags,
        scope.actor.kind === 'share',
      ],
    });
    const written = rows.map(annotationOf);
    const models = await listModelChanges(scope, filters);
    return [...written, ...models].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  });
}

function annotationOf({ kind, id, day, text: words, added, archived }: Row): Annotation {
  if (kind === 'prompts') return { kind, day, added, archived };
  return kind === 'note' ? { kind, id: id ?? '', day, text: words } : { kind, day, text: words };
}

type ModelChange = Extract<Annotation, { kind: 'model' }>;

/** Answers looked at to tell a day's model: enough to know it, cheap at any number of answers. */
const answersADay = 9;
/** How far back of the first day the model before it is looked for: a weekly schedule's last run. */
const lookBackDays = 8;

/** Names the months that are read; of which day of them each look is, only the row says. */
const monthsRead = `asked_at >= ($3::date - ${lookBackDays})::timestamp AT TIME ZONE 'UTC'
        AND asked_at < ($4::date + 1)::timestamp AT TIME ZONE 'UTC'`;

const modelChangesQuery = `
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
async function listModelChanges(
  { db, organizationId }: Context,
  { projectId, from, to, engines }: MetricFilters,
): Promise<ModelChange[]> {
  const { rows } = await db.$client.query<Omit<ModelChange, 'kind'>>({
    name: 'annotations-model-changes',
    text: modelChangesQuery,
    values: [organizationId, projectId, from, to, engines],
  });
  return rows.map((row) => ({ kind: 'model', ...row }));
}
