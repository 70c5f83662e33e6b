import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import type { TrackedBrand } from '#lib/core/metric';
import { isUuid } from '#lib/core/text';
import { type AnswerExtras, parseAnswerExtras } from '#lib/dashboard/analytics/answers/answer-extras';
import type { MentionSpans } from '#lib/dashboard/analytics/answers/excerpt';
import { answersInScope, scopeValues, shownDefinition } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import {
  classifyDomain,
  type DomainType,
  domainTypes,
  isFictionalDomain,
} from '#lib/dashboard/projects/domain-type';
import { publishedBrandsJson } from '#lib/dashboard/scoring/scoring-version';
import type { Context } from '#lib/db/context';

export interface AnswerSource {
  /** From 1, as the engine lists it. */
  position: number;
  url: string;
  label: string;
  domain: string;
  type: DomainType;
  /** Places in the text that point at it. */
  citations: number;
  fictional: boolean;
}

/** One whole answer, as the drawer shows it. */
export interface AnswerDetail {
  id: string;
  runId: string;
  promptId: string;
  prompt: string;
  engine: string;
  country: string;
  sample: number;
  requestedAt: Date;
  status: 'answered' | 'no_answer' | 'unreadable';
  model: string | null;
  text: string;
  markdown: string | null;
  searchQueries: string[];
  /** Spans count in `text`. */
  mentions: MentionSpans[];
  /** The tracked brands of its project, the own one first. */
  brands: TrackedBrand[];
  sources: AnswerSource[];
  extras: AnswerExtras;
  /** The page as the engine showed it; null where it was not asked for. */
  page: StoredPage | null;
  /** The engine's result as received. */
  result: unknown;
}

const answerQuery = `
SELECT answers.id, answers.run_id AS "runId", answers.prompt_id AS "promptId", prompts.text AS prompt,
  answers.engine, answers.country, answers.sample, answers.requested_at AS "requestedAt", answers.status, answers.model,
  answers.text, answers.markdown, answers.search_queries AS "searchQueries", answers.result,
  (SELECT coalesce(json_agg(json_build_object('brandId', brand_id, 'rank', rank, 'spans', spans) ORDER BY rank, brand_id), '[]')
   FROM mentions WHERE organization_id = $1 AND requested_at = answers.requested_at AND answer_id = answers.id
     AND scoring_version = ${shownDefinition}) AS mentions,
  ${publishedBrandsJson('$1', '$2')} AS brands,
  (SELECT coalesce(json_agg(json_build_object('position', position, 'url', url, 'label', label, 'domain', listed.domain,
                                              'type', corrected.type, 'citations', citations) ORDER BY position), '[]')
   FROM answer_sources AS listed
   LEFT JOIN domain_types AS corrected ON corrected.organization_id = $1 AND corrected.project_id = $2
     AND corrected.domain = listed.domain
   WHERE listed.organization_id = $1 AND listed.requested_at = answers.requested_at AND listed.answer_id = answers.id) AS sources
FROM answers JOIN prompts ON prompts.organization_id = $1 AND prompts.id = answers.prompt_id
WHERE answers.organization_id = $1 AND answers.project_id = $2 AND answers.id = $3`;

interface AnswerRow extends Omit<AnswerDetail, 'sources' | 'brands' | 'extras' | 'page'> {
  brands: (TrackedBrand & { domains: string[] })[];
  /** Typed where the workspace has corrected its type. */
  sources: (Omit<AnswerSource, 'fictional' | 'type'> & { type: string | null })[];
}

/** @throws ServiceError RESOURCE_NOT_FOUND when the project has no such answer */
export function getAnswer(
  context: Context,
  { projectId, answerId }: { projectId: string; answerId: string },
): Promise<AnswerDetail> {
  return withMetricsTransaction(context, async (scope) => {
    const { rows } =
      isUuid(projectId) && isUuid(answerId)
        ? await scope.db.$client.query<AnswerRow>({
            name: 'metrics-answer',
            text: answerQuery,
            values: [scope.organizationId, projectId, answerId],
          })
        : { rows: [] };
    const row = rows[0];
    if (!row)
      throw new ServiceError('RESOURCE_NOT_FOUND', { message: 'There is no such answer in this project.' });
    return {
      ...row,
      brands: row.brands.map(({ id, name, role, colorIndex }) => ({ id, name, role, colorIndex })),
      sources: row.sources.map((source) => ({
        ...source,
        type: domainTypes.find((type) => type === source.type) ?? classifyDomain(source.domain, row.brands),
        fictional: isFictionalDomain(source.domain),
      })),
      extras: parseAnswerExtras(row.engine, row.result),
      page: parseStoredPage(row.result, row.requestedAt),
    };
  });
}

/** The page an engine showed, as the service keeps it for a while (interface.md, `result.html`). */
export interface StoredPage {
  /** One a page. */
  addresses: string[];
  /** After this instant they answer with 410. */
  until: Date;
}

const defaultLifetimeHours = 24;
const withPage = z.object({ html: z.union([z.string(), z.array(z.string())]) });

/** The stored page of a result, if it was asked for; where its address does not tell its end, 24 hours after asking. */
export function parseStoredPage(result: unknown, requestedAt: Date): StoredPage | null {
  const parsed = withPage.safeParse(result);
  if (!parsed.success) return null;
  const addresses = [parsed.data.html].flat().filter((address) => /^https?:\/\//.test(address));
  const [first] = addresses;
  if (first === undefined) return null;
  const expires = Number(URL.parse(first)?.searchParams.get('expires'));
  const until =
    Number.isSafeInteger(expires) && expires > 0
      ? new Date(expires * 1000)
      : new Date(requestedAt.getTime() + defaultLifetimeHours * 3_600_000);
  return { addresses, until };
}

/** The engine's result of an answer as received, as indented JSON; null when the project has no such answer. */
export function getRawAnswer(
  context: Context,
  { projectId, answerId }: { projectId: string; answerId: string },
): Promise<string | null> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    if (!isUuid(projectId) || !isUuid(answerId)) return null;
    const { rows } = await db.$client.query<{ result: unknown }>({
      name: 'metrics-raw-answer',
      text: 'SELECT result FROM answers WHERE organization_id = $1 AND project_id = $2 AND id = $3',
      values: [organizationId, projectId, answerId],
    });
    const [row] = rows;
    return row ? JSON.stringify(row.result, null, 2) : null;
  });
}

/** Whether an answer is one of those the filters speak of. */
export function isAnswerInFilters(
  context: Context,
  filters: MetricFilters,
  answerId: string,
): Promise<boolean> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    if (!isUuid(answerId)) return false;
    const { rowCount } = await db.$client.query({
      name: 'metrics-is-in-view',
      text: `SELECT 1 FROM answers WHERE id = $13 AND ${answersInScope}`,
      values: [...scopeValues(organizationId, filters), answerId],
    });
    return rowCount === 1;
  });
}
