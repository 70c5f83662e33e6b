import type { AnswerConditions } from '#lib/dashboard/metrics/answer-conditions';
import { shownDefinition } from '#lib/dashboard/metrics/scope';

/**
 * The values of conditions, after those of the scope: $13 status, $14 brand named, $15 not named, $16 ranking
 * first, $17 and $18 a brand and its place, $19 brand missing where another is named, $20 brand whose address is
 * cited, $21 domain cited, $22 domain listed, $23 search of the engine, $24 words as a pattern, $25 whether prompts
 * that name a brand are left out. A statement's own values come after them, from $26 on.
 */
export function conditionValues(conditions: AnswerConditions): unknown[] {
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
  ];
}

const mention = (condition: string) => `EXISTS (
  SELECT FROM mentions WHERE mentions.organization_id = $1 AND mentions.asked_at = answers.asked_at
    AND mentions.answer_id = answers.id AND mentions.definition = ${shownDefinition} AND ${condition})`;

const source = (condition: string) => `EXISTS (
  SELECT FROM answer_sources AS listed WHERE listed.organization_id = $1 AND listed.asked_at = answers.asked_at
    AND listed.answer_id = answers.id AND ${condition})`;

/** The source's host is one of the brand's domains or lies below one. */
const ofBrand = `EXISTS (
  SELECT FROM brands, unnest(brands.domains) AS owned, substring(lower(listed.address) FROM '^[^/?#:]+') AS host
  WHERE brands.organization_id = $1 AND brands.id = $20::uuid AND (host = owned OR host LIKE '%.' || owned))`;

/** A query in the form in which searches are grouped. */
const normalised = (query: string) =>
  `left(btrim(regexp_replace(lower(normalize(${query}, NFKC)), '\\s+', ' ', 'g')), 300)`;

/** Prompts that name a tracked brand are left out. */
export const unbrandedOnly = (asked: string) => `(NOT ${asked}::boolean OR prompt_id NOT IN (
  SELECT prompt_id FROM daily_answers WHERE organization_id = $1 AND project_id = $2 AND definition = ${shownDefinition} AND branded
    AND (day BETWEEN $3::date AND $4::date OR day BETWEEN $5::date AND $6::date)))`;

/** All conditions hold for a row of `answers`. */
export const conditionsHold = `answers.status = $13
  AND ($14::uuid IS NULL OR ${mention('mentions.brand_id = $14::uuid')})
  AND ($15::uuid IS NULL OR NOT ${mention('mentions.brand_id = $15::uuid')})
  AND ($16::uuid IS NULL OR ${mention('mentions.brand_id = $16::uuid AND mentions.rank = 1')})
  AND ($17::uuid IS NULL OR ${mention(
    'mentions.brand_id = $17::uuid AND CASE WHEN $18::int = 10 THEN mentions.rank >= 10 ELSE mentions.rank = $18::int END',
  )})
  AND ($19::uuid IS NULL OR (NOT ${mention('mentions.brand_id = $19::uuid')} AND ${mention('true')}))
  AND ($20::uuid IS NULL OR ${source(`listed.citations > 0 AND ${ofBrand}`)})
  AND ($21::text IS NULL OR ${source('listed.domain = $21 AND listed.citations > 0')})
  AND ($22::text IS NULL OR ${source('listed.domain = $22')})
  AND ($23::text IS NULL OR EXISTS (
    SELECT FROM unnest(answers.search_queries) AS query WHERE ${normalised('query')} = $23))
  AND ($24::text IS NULL OR answers.text ILIKE $24)
  AND ${unbrandedOnly('$25')}`;
