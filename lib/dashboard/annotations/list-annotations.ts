import type { Annotation } from '#lib/core/annotation';
import { ask } from '#lib/dashboard/analytics/ask';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { modelChanges } from '#lib/dashboard/annotations/model-changes';
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
  return ask(context, async (scope) => {
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
    const models = await modelChanges(scope, filters);
    return [...written, ...models].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  });
}

function annotationOf({ kind, id, day, text: words, added, archived }: Row): Annotation {
  if (kind === 'prompts') return { kind, day, added, archived };
  return kind === 'note' ? { kind, id: id ?? '', day, text: words } : { kind, day, text: words };
}
