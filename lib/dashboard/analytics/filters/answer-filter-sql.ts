import type { AnswerFilters } from '#lib/core/answer-filters';
import { inPeriod, shownDefinition } from '#lib/dashboard/analytics/filters/filter-sql';
import { publishedBrandsJson } from '#lib/dashboard/scoring/scoring-version';

/**
 * The values of conditions, after those of the scope: $13 status, $14 brand named, $15 not named, $16 ranking
 * first, $17 and $18 a brand and its place, $19 brand missing where another is named, $20 brand whose address is
 * cited, $21 domain cited, $22 domain listed, $23 search of the engine, $24 words as a pattern, $25 whether prompts
 * that name a brand are left out, $26 run. A statement's own values come after them, from $27 on.
 */
export function conditionValues(conditions: AnswerFilters): unknown[] {
  return [
    conditions.status,
    conditions.named ?? null,
    conditions.unnamed ?? null,
    conditions.first ?? null,
    conditions.rank?.brandId ?? null,
    conditions.rank?.place ?? null,
    conditions.gap ?? null,
    conditions.owned ?? null,
    conditions.cites ?? null,
    conditions.lists ?? null,
    conditions.fanout ?? null,
    conditions.words ? `%${conditions.words.replaceAll(/[\\%_]/g, '\\$&')}%` : null,
    conditions.unbranded ?? false,
    conditions.run ?? null,
  ];
}

const mention = (condition: string) => `EXISTS (
  SELECT FROM mentions WHERE mentions.organization_id = $1 AND mentions.requested_at = answers.requested_at
    AND ${inPeriod('mentions.requested_at')} AND mentions.answer_id = answers.id AND mentions.scoring_version = ${shownDefinition} AND ${condition})`;

/** Whether the answer names the brand; null when it names none at all. Asked answer by answer, newest first. */
const names = (brand: string) => `(SELECT bool_or(mentions.brand_id = ${brand}::uuid) FROM mentions
  WHERE mentions.organization_id = $1 AND mentions.requested_at = answers.requested_at
    AND ${inPeriod('mentions.requested_at')} AND mentions.answer_id = answers.id AND mentions.scoring_version = ${shownDefinition})`;

const source = (condition: string) => `EXISTS (
  SELECT FROM answer_sources AS listed WHERE listed.organization_id = $1 AND listed.requested_at = answers.requested_at
    AND ${inPeriod('listed.requested_at')} AND listed.answer_id = answers.id AND ${condition})`;

const owned = `FROM json_to_recordset(${publishedBrandsJson('$1', '$2')}) AS shown (id uuid, domains text[]),
  unnest(shown.domains) AS owned`;

/**
 * The source's host is one of the domains that the brand has in the definition shown, or lies below one. Its
 * registrable domain is then an end of that domain, which an index finds.
 */
const ofBrand = `listed.domain = ANY (ARRAY(
  SELECT array_to_string(labels[first:], '.') ${owned}, string_to_array(owned, '.') AS labels,
    generate_subscripts(labels, 1) AS first
  WHERE shown.id = $20::uuid))
  AND ('.' || substring(lower(listed.address) FROM '^[^/?#:]+')) LIKE ANY (ARRAY(
    SELECT '%.' || owned ${owned} WHERE shown.id = $20::uuid))`;

/** A query in the form in which searches are grouped. */
const normalised = (query: string) =>
  `left(btrim(regexp_replace(lower(normalize(${query}, NFKC)), '\\s+', ' ', 'g')), 300)`;

/** Prompts that name a tracked brand are left out. */
export const unbrandedOnly = (asked: string) => `(NOT ${asked}::boolean OR prompt_id NOT IN (
  SELECT prompt_id FROM daily_answers WHERE organization_id = $1 AND project_id = $2 AND scoring_version = ${shownDefinition} AND is_branded_prompt
    AND (day BETWEEN $3::date AND $4::date OR day BETWEEN $5::date AND $6::date)))`;

const holds: Record<Exclude<keyof AnswerFilters, 'status'>, string> = {
  named: mention('mentions.brand_id = $14::uuid'),
  unnamed: `NOT coalesce(${names('$15')}, false)`,
  first: mention('mentions.brand_id = $16::uuid AND mentions.rank = 1'),
  rank: mention('mentions.brand_id = $17::uuid AND least(mentions.rank, 10) = $18::int'),
  gap: `NOT ${names('$19')}`,
  owned: source(`listed.citations > 0 AND ${ofBrand}`),
  cites: source('listed.domain = $21 AND listed.citations > 0'),
  lists: source('listed.domain = $22'),
  fanout: `EXISTS (SELECT FROM unnest(answers.search_queries) AS query WHERE ${normalised('query')} = $23)`,
  words: 'answers.text ILIKE $24',
  unbranded: unbrandedOnly('$25'),
  // The run's own time bounds what is read.
  run: `answers.run_id = $26::uuid AND answers.requested_at >= (
    SELECT least(runs.requested_at, runs.created_at) FROM runs WHERE runs.organization_id = $1 AND runs.id = $26::uuid)`,
};

/** Gives every value its type in a statement that asks for some of them only. */
const everyValue =
  'num_nonnulls($14::uuid, $15::uuid, $16::uuid, $17::uuid, $18::int, $19::uuid, $20::uuid, $21::text, $22::text, $23::text, $24::text, $25::boolean, $26::uuid) >= 0';

/**
 * All conditions hold for a row of `answers`. Those that are not asked stand not in the statement, so that it may
 * begin with the rare ones instead of reading answer after answer.
 */
export function conditionsHold(conditions: AnswerFilters): string {
  const asked = Object.entries(conditions).flatMap(([key, value]) =>
    isAsked(key) && value ? [holds[key]] : [],
  );
  return ['answers.status = $13', everyValue, ...asked].join('\n  AND ');
}

function isAsked(key: string): key is keyof typeof holds {
  return Object.hasOwn(holds, key);
}
