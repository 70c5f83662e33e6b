import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { periodsOf } from '#lib/dashboard/metrics/periods';

/**
 * The values every rollup statement begins with: $1 organization, $2 project, $3 first day read (of the
 * previous period, if compared), $4 first day of the period, $5 last day, $6 engines, $7 countries, $8 topics,
 * $9 tags.
 */
export function scopeValues(organizationId: string, filters: MetricFilters): unknown[] {
  const { current, previous } = periodsOf(filters);
  return [
    organizationId,
    filters.projectId,
    previous?.from ?? current.from,
    current.from,
    current.to,
    filters.engines,
    filters.countries,
    filters.topics,
    filters.tags,
  ];
}

/** The prompts that carry one of the topics ($8) and one of the tags ($9). */
export const promptsInScope = `(
  (cardinality($8::text[]) = 0 AND cardinality($9::text[]) = 0)
  OR prompt_id IN (
    SELECT prompts.id FROM prompts
    WHERE prompts.organization_id = $1 AND prompts.project_id = $2
      AND (cardinality($8::text[]) = 0 OR prompts.topic = ANY ($8::text[]))
      AND (cardinality($9::text[]) = 0 OR prompts.tags && $9::text[])
  )
)`;

/**
 * The rows of one rollup that the filters speak of: a range of its primary key, then the rest. It names $4 too
 * (never before $3), so that each of the values has a type in every statement.
 */
export const rollupInScope = `organization_id = $1 AND project_id = $2 AND day BETWEEN least($3::date, $4::date) AND $5::date
  AND (cardinality($6::text[]) = 0 OR engine = ANY ($6::text[]))
  AND (cardinality($7::text[]) = 0 OR country = ANY ($7::text[]))
  AND ${promptsInScope}`;

/** The answers that the filters speak of; $10 is whether branded prompts alone are asked about. */
export const answersInScope = `organization_id = $1 AND project_id = $2 AND status = 'answered'
  AND asked_at >= $4::date::timestamp AT TIME ZONE 'UTC'
  AND asked_at < ($5::date + 1)::timestamp AT TIME ZONE 'UTC'
  AND (cardinality($6::text[]) = 0 OR engine = ANY ($6::text[]))
  AND (cardinality($7::text[]) = 0 OR country = ANY ($7::text[]))
  AND ${promptsInScope}
  AND (NOT $10::boolean OR prompt_id IN (
    SELECT prompt_id FROM daily_answers
    WHERE organization_id = $1 AND project_id = $2 AND day BETWEEN $3::date AND $5::date AND branded))`;
