import type { AnswerFilters } from '#lib/core/answer-filters';
import { conditionsHold, conditionValues } from '#lib/dashboard/analytics/filters/answer-filter-sql';
import { parseAnswerFilters } from '#lib/dashboard/analytics/filters/answer-filters';
import { cursorSql, instantSql, parseCursor } from '#lib/dashboard/analytics/filters/cursor';
import {
  inPeriod,
  observedInScope,
  scopeValues,
  shownDefinition,
} from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters, SearchParameters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import { publishedBrandsJson } from '#lib/dashboard/scoring/scoring-version';
import type { Context } from '#lib/db/context';

const answersAPage = 250;

const textFor = (conditions: AnswerFilters) => `
WITH brands AS MATERIALIZED (
  SELECT id, name FROM json_to_recordset(${publishedBrandsJson('$1', '$2')}) AS shown (id uuid, name text)
), page AS (
  SELECT id, prompt_id, engine, country, requested_at, model, text, search_queries
  FROM answers
  WHERE ${observedInScope} AND ${conditionsHold(conditions)}
    AND ($28::timestamptz IS NULL OR requested_at <= $28::timestamptz AND (requested_at, id) < ($28::timestamptz, $29::uuid))
  ORDER BY requested_at DESC NULLS LAST, id DESC LIMIT $27
)
SELECT page.id, prompts.text AS prompt, page.engine, page.country, page.model, page.text,
  ${instantSql('page')} AS requested_at, ${cursorSql('page')} AS cursor,
  array_to_string(page.search_queries, E'\\n') AS searches,
  (SELECT coalesce(string_agg(brands.name, E'\\n' ORDER BY mentions.rank, brands.name), '')
   FROM mentions JOIN brands ON brands.id = mentions.brand_id
   WHERE mentions.organization_id = $1 AND requested_at = page.requested_at AND ${inPeriod('requested_at')} AND answer_id = page.id
     AND mentions.definition = ${shownDefinition}) AS brands,
  (SELECT coalesce(string_agg(url, E'\\n' ORDER BY citations = 0, position), '')
   FROM answer_sources WHERE organization_id = $1 AND requested_at = page.requested_at AND ${inPeriod('requested_at')} AND answer_id = page.id) AS sources
FROM page JOIN prompts ON prompts.organization_id = $1 AND prompts.id = page.prompt_id
ORDER BY page.requested_at DESC, page.id DESC`;

interface Row {
  id: string;
  prompt: string;
  engine: string;
  country: string;
  model: string | null;
  text: string;
  requested_at: string;
  cursor: string;
  searches: string;
  brands: string;
  sources: string;
}

/** Every answer of the view under the conditions of its address, newest first, read a page at a time as the reader takes them. */
export async function* exportedAnswers(
  context: Context,
  filters: MetricFilters,
  asked: SearchParameters,
): AsyncGenerator<ExportedRow> {
  const conditions = parseAnswerFilters(asked);
  let before: string | null = null;
  do {
    const page: Row[] = await readPage(context, filters, conditions, before);
    for (const { cursor, ...answer } of page) yield answer;
    before = page.length === answersAPage ? (page.at(-1)?.cursor ?? null) : null;
  } while (before);
}

function readPage(
  context: Context,
  filters: MetricFilters,
  conditions: AnswerFilters,
  before: string | null,
): Promise<Row[]> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<Row>({
      text: textFor(conditions),
      values: [
        ...scopeValues(organizationId, filters),
        ...conditionValues(conditions),
        answersAPage,
        ...parseCursor(before),
      ],
    });
    return rows;
  });
}
