import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';

/**
 * The values every statement of this folder begins with: $1 organization, $2 project, $3 and $4 first and last
 * day of the period, $5 and $6 those of the period it is compared with (null when it is not), $7 engines, $8
 * countries, $9 topics, $10 tags, $11 prompts, $12 whether branded prompts alone are asked about. A statement's
 * own values come after them, from $13 on.
 */
export function scopeValues(organizationId: string, filters: MetricFilters): unknown[] {
  const { current, previous } = getPeriods(filters);
  return [
    organizationId,
    filters.projectId,
    current.from,
    current.to,
    previous?.from ?? null,
    previous?.to ?? null,
    filters.engines,
    filters.countries,
    filters.topics,
    filters.tags,
    filters.promptIds,
    filters.branded === 'only',
  ];
}

/** A rollup's row is of the period. */
export const isNow = 'day BETWEEN $3::date AND $4::date';

/** A rollup's row is of the period compared with; false when nothing is compared. */
export const isBefore = 'coalesce(day BETWEEN $5::date AND $6::date, false)';

/**
 * The scoring that is shown, of $1's project $2: rollups and mentions of any other number are being written or
 * removed (see `rescoreProject`).
 */
export const shownDefinition =
  '(SELECT projects.scoring_version FROM projects WHERE projects.organization_id = $1 AND projects.id = $2)';

/** The range around both periods is what an index can be read by; of no comparison it leaves out what is null. */
const eitherPeriod = `day BETWEEN least($3::date, $5::date) AND greatest($4::date, $6::date)
  AND (day BETWEEN $3::date AND $4::date OR day BETWEEN $5::date AND $6::date)`;

/** The prompts that are asked about: by topic, tag, id, and whether they name a tracked brand. */
const promptsInScope = `(
  (cardinality($9::text[]) = 0 AND cardinality($10::text[]) = 0)
  OR prompt_id IN (
    SELECT prompts.id FROM prompts
    WHERE prompts.organization_id = $1 AND prompts.project_id = $2
      AND (cardinality($9::text[]) = 0 OR prompts.topic = ANY ($9::text[]))
      AND (cardinality($10::text[]) = 0 OR prompts.tags && $10::text[])
  )
) AND (cardinality($11::uuid[]) = 0 OR prompt_id = ANY ($11::uuid[]))
  AND (NOT $12::boolean OR prompt_id IN (
    SELECT prompt_id FROM daily_answers WHERE organization_id = $1 AND project_id = $2
      AND scoring_version = ${shownDefinition} AND ${eitherPeriod} AND is_branded_prompt))`;

const cellsInScope = `(cardinality($7::text[]) = 0 OR engine = ANY ($7::text[]))
  AND (cardinality($8::text[]) = 0 OR country = ANY ($8::text[]))
  AND ${promptsInScope}`;

/** The rows of one rollup that the filters speak of, in both periods: ranges of its primary key, then the rest. */
export const rollupInScope = `organization_id = $1 AND project_id = $2 AND scoring_version = ${shownDefinition}
  AND ${eitherPeriod} AND ${cellsInScope}`;

/** An instant is of the period; over a partitioned table it also names the months that are read. */
export const inPeriod = (instant: string) => `${instant} >= $3::date::timestamp AT TIME ZONE 'UTC'
  AND ${instant} < ($4::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/** What was observed in the period, itself alone, whatever came of it, where the filters speak of it. */
export const observedInScope = `organization_id = $1 AND project_id = $2
  AND ${inPeriod('requested_at')} AND ${cellsInScope}`;

/** The answers among them. */
export const answersInScope = `${observedInScope} AND status = 'answered'`;
