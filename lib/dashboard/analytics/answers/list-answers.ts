import type { AnswerFilters } from '#lib/core/answer-filters';
import { buildExcerpt, type Excerpt, type MentionSpans } from '#lib/dashboard/analytics/answers/excerpt';
import { conditionsHold, conditionValues } from '#lib/dashboard/analytics/filters/answer-filter-sql';
import { anyAnswer } from '#lib/dashboard/analytics/filters/answer-filters';
import { cursorSql, parseCursor } from '#lib/dashboard/analytics/filters/cursor';
import {
  inPeriod,
  observedInScope,
  scopeValues,
  shownDefinition,
} from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import type { Context } from '#lib/db/context';

export interface AnswerListItem {
  id: string;
  promptId: string;
  prompt: string;
  engine: string;
  country: string;
  requestedAt: Date;
  model: string | null;
  excerpt: Excerpt;
  /** Every tracked brand mentioned, in order of rank. */
  brandIds: string[];
  /** The same with the rank of each; equals share one. */
  ranks: { brandId: string; rank: number }[];
  /** Sources listed, and those the text cites. */
  sources: number;
  cited: number;
  fictional: boolean;
}

export interface AnswerPage {
  /** Newest first. */
  answers: AnswerListItem[];
  /** Hand it back as `before` for the next page; null at the end. */
  next: string | null;
}

const textFor = (conditions: AnswerFilters) => `
WITH page AS MATERIALIZED (
  SELECT id, prompt_id, engine, country, requested_at, model, text
  FROM answers
  WHERE ${observedInScope} AND ${conditionsHold(conditions)}
    AND ($28::timestamptz IS NULL OR requested_at <= $28::timestamptz AND (requested_at, id) < ($28::timestamptz, $29::uuid))
  ORDER BY requested_at DESC NULLS LAST, id DESC LIMIT $27
)
SELECT page.id, page.prompt_id, prompts.text AS prompt, page.engine, page.country, page.requested_at, page.model, page.text,
  ${cursorSql('page')} AS cursor,
  (SELECT coalesce(json_agg(json_build_object('brandId', brand_id, 'rank', rank, 'spans', spans) ORDER BY rank, brand_id), '[]')
   FROM mentions WHERE organization_id = $1 AND requested_at = page.requested_at AND ${inPeriod('requested_at')}
     AND answer_id = page.id AND scoring_version = ${shownDefinition}) AS mentions,
  listed.sources, listed.cited, listed.fictional
FROM page JOIN prompts ON prompts.organization_id = $1 AND prompts.id = page.prompt_id
CROSS JOIN LATERAL (
  SELECT count(*)::int AS sources, count(*) FILTER (WHERE citations > 0)::int AS cited,
    coalesce(bool_and(domain LIKE '%.example'), false) AS fictional
  FROM answer_sources WHERE organization_id = $1 AND requested_at = page.requested_at AND ${inPeriod('requested_at')}
    AND answer_id = page.id
) listed
ORDER BY page.requested_at DESC, page.id DESC`;

interface Row {
  id: string;
  prompt_id: string;
  prompt: string;
  engine: string;
  country: string;
  requested_at: Date;
  model: string | null;
  text: string;
  cursor: string;
  mentions: MentionSpans[];
  sources: number;
  cited: number;
  fictional: boolean;
}

interface Page {
  limit?: number;
  /** The `next` of the page before; anything else is read as the first page. */
  before?: string | null;
  /** What else must hold. */
  conditions?: AnswerFilters;
}

/** The newest answers, each with the words around the first mention of the brand looked at. */
export function listAnswers(context: Context, filters: MetricFilters, page: Page = {}): Promise<AnswerPage> {
  return withMetricsTransaction(context, async (scope) =>
    readAnswerPage(scope, filters, (await readProjectScope(scope, filters)).own.id, page),
  );
}

/** The same in a transaction already scoped. */
export async function readAnswerPage(
  context: Context,
  filters: MetricFilters,
  ownBrandId: string,
  { limit = 20, before = null, conditions = anyAnswer }: Page = {},
): Promise<AnswerPage> {
  const { rows } = await context.db.$client.query<Row>({
    ...(conditions === anyAnswer ? { name: 'metrics-latest-answers' } : {}),
    text: textFor(conditions),
    values: [
      ...scopeValues(context.organizationId, filters),
      ...conditionValues(conditions),
      limit + 1,
      ...parseCursor(before),
    ],
  });
  const shown = rows.slice(0, limit);
  return {
    answers: shown.map((row) => ({
      id: row.id,
      promptId: row.prompt_id,
      prompt: row.prompt,
      engine: row.engine,
      country: row.country,
      requestedAt: row.requested_at,
      model: row.model,
      excerpt: buildExcerpt(row.text, row.mentions, ownBrandId),
      brandIds: row.mentions.map(({ brandId }) => brandId),
      ranks: row.mentions.map(({ brandId, rank }) => ({ brandId, rank })),
      sources: row.sources,
      cited: row.cited,
      fictional: row.fictional,
    })),
    next: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
}
