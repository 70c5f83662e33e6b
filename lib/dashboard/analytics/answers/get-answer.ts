import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { isFictional } from '#lib/contract/providers';
import { notFound, ServiceError } from '#lib/core/errors';
import { formatJson } from '#lib/core/format-json';
import type { TrackedBrand } from '#lib/core/metric';
import { isUuid } from '#lib/core/text';
import { type AnswerExtras, parseAnswerExtras } from '#lib/dashboard/analytics/answers/answer-extras';
import type { AnswerListItem, MentionSpans } from '#lib/dashboard/analytics/answers/list-answers';
import {
  buildFilterSql,
  selectPublishedBrands,
  withMetricsTransaction,
} from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type ProjectBrand, toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import { selectScoringVersion } from '#lib/dashboard/counts/conditions';
import { hasReportedCitationsSql, hasReportedQueriesSql } from '#lib/dashboard/ingest/reported-values';
import { classifyDomain, domainTypes } from '#lib/dashboard/projects/domains';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { queryRows } from '#lib/db/query-rows';
import { answers } from '#lib/db/schema/answers';

export const answerSourceSchema = z.object({
  position: z.int().describe('From 1, in the order in which the engine lists its sources.'),
  url: z.string(),
  label: z.string(),
  domain: z.string(),
  type: z.enum(domainTypes),
  citations: z.int().describe('The number of citations in the text.'),
});
export type AnswerSource = z.output<typeof answerSourceSchema>;

/** An answer with the data of its page in the dashboard. */
export interface AnswerDetail
  extends Pick<
    AnswerListItem,
    'id' | 'promptId' | 'prompt' | 'engine' | 'country' | 'requestedAt' | 'model' | 'isFictional'
  > {
  runId: string;
  sample: number;
  status: 'answered' | 'no_answer' | 'unreadable';
  text: string;
  markdown: string | null;
  /** Null if the provider did not report them. */
  searchQueries: string[] | null;
  /** False if it is unknown which sources the text cites. */
  hasReportedCitations: boolean;
  /** Spans are offsets in `text`. */
  mentions: MentionSpans[];
  /** The tracked brands of the project, the project's own brand first. */
  brands: TrackedBrand[];
  sources: AnswerSource[];
  extras: AnswerExtras;
  /** Null if no stored page was requested. */
  page: StoredPage | null;
  /** The engine's result as received. */
  result: unknown;
}

type AnswerRow = Omit<AnswerDetail, 'isFictional' | 'sources' | 'brands' | 'extras' | 'page'> & {
  provider: string | null;
  brands: ProjectBrand[];
  /** `assignedType` is the type that the project assigned to the domain; null if it assigned none. */
  sources: (Omit<AnswerSource, 'type'> & { assignedType: string | null })[];
};

/** Returns an answer of a project. @throws ServiceError RESOURCE_NOT_FOUND */
export function getAnswer(
  context: Context,
  { projectId, answerId }: { projectId: string; answerId: string },
): Promise<AnswerDetail> {
  return withMetricsTransaction(context, async (tx) => {
    const found =
      isUuid(projectId) && isUuid(answerId) ? await readAnswer(tx, projectId, answerId) : undefined;
    if (!found) throw notFound('Answer not found in this project.');
    const { provider, ...row } = found;
    return {
      ...row,
      isFictional: isFictional(provider),
      brands: row.brands.map(toTrackedBrand),
      sources: row.sources.map(({ assignedType, ...source }) => ({
        ...source,
        type: classifyDomain(source.domain, row.brands, assignedType),
      })),
      extras: parseAnswerExtras(row.engine, row.result),
      page: parseStoredPage(row.result, row.requestedAt),
    };
  });
}

/** Returns an answer without its run, its status and the engine's raw result; null if it does not exist. */
export async function getAnswerContent(
  context: Context,
  query: { projectId: string; answerId: string },
): Promise<Omit<AnswerDetail, 'runId' | 'status' | 'result'> | null> {
  try {
    const { runId: _run, status: _status, result: _result, ...content } = await getAnswer(context, query);
    return content;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RESOURCE_NOT_FOUND') return null;
    throw error;
  }
}

async function readAnswer(
  { db, organizationId }: Context,
  projectId: string,
  answerId: string,
): Promise<AnswerRow | undefined> {
  const [row] = await queryRows<AnswerRow>(
    db,
    sql`
      SELECT answers.id, answers.run_id AS "runId", answers.prompt_id AS "promptId", prompts.text AS prompt,
        answers.engine, answers.country, answers.sample, answers.requested_at AS "requestedAt", answers.status,
        answers.provider, answers.model, answers.text, answers.markdown, answers.result,
        CASE WHEN ${sql.raw(hasReportedQueriesSql)} THEN search_queries END AS "searchQueries",
        ${sql.raw(hasReportedCitationsSql)} AS "hasReportedCitations",
        (SELECT coalesce(json_agg(json_build_object('brandId', brand_id, 'rank', rank, 'spans', spans)
                                  ORDER BY rank, brand_id), '[]')
         FROM mentions
         WHERE organization_id = ${organizationId} AND requested_at = answers.requested_at AND answer_id = answers.id
           AND scoring_version = ${selectScoringVersion(organizationId, projectId)}) AS mentions,
        ${selectPublishedBrands(organizationId, projectId)} AS brands,
        (SELECT coalesce(json_agg(json_build_object('position', position, 'url', url, 'label', label,
                                    'domain', listed.domain, 'assignedType', assigned.type, 'citations', citations)
                                  ORDER BY position), '[]')
         FROM answer_sources AS listed
         LEFT JOIN domain_types AS assigned ON assigned.organization_id = ${organizationId}
           AND assigned.project_id = ${projectId} AND assigned.domain = listed.domain
         WHERE listed.organization_id = ${organizationId} AND listed.requested_at = answers.requested_at
           AND listed.answer_id = answers.id) AS sources
      FROM answers JOIN prompts ON prompts.organization_id = ${organizationId} AND prompts.id = answers.prompt_id
      WHERE answers.organization_id = ${organizationId} AND answers.project_id = ${projectId}
        AND answers.id = ${answerId}`,
  );
  return row;
}

/** The page as the engine showed it, which the service stores for a limited time. */
export interface StoredPage {
  /** One URL for each page of results. */
  urls: string[];
  /** The URLs respond with status 410 from this time on. */
  expiresAt: Date;
}

const defaultLifetimeHours = 24;
const resultWithPageSchema = z.object({ html: z.union([z.string(), z.array(z.string())]) });

/** Returns the stored page of a result; null if none was requested. A URL without an expiry is assumed to last 24 hours. */
export function parseStoredPage(result: unknown, requestedAt: Date): StoredPage | null {
  const parsed = resultWithPageSchema.safeParse(result);
  if (!parsed.success) return null;
  const urls = [parsed.data.html].flat().filter((url) => /^https?:\/\//.test(url));
  const [first] = urls;
  if (first === undefined) return null;
  const expires = Number(URL.parse(first)?.searchParams.get('expires'));
  const expiresAt =
    Number.isSafeInteger(expires) && expires > 0
      ? new Date(expires * 1000)
      : new Date(requestedAt.getTime() + defaultLifetimeHours * 3_600_000);
  return { urls, expiresAt };
}

/** Returns the engine's result as received, as indented JSON; null if the answer is not found. */
export function getRawAnswer(
  context: Context,
  { projectId, answerId }: { projectId: string; answerId: string },
): Promise<string | null> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    if (!isUuid(projectId) || !isUuid(answerId)) return null;
    const [row] = await db
      .select({ result: answers.result })
      .from(answers)
      .where(hasValues(answers, { organizationId, projectId, id: answerId }));
    return row ? formatJson(JSON.stringify(row.result)) : null;
  });
}

/** Returns whether an answer matches the filters. */
export function isAnswerInFilters(
  context: Context,
  filters: MetricFilters,
  answerId: string,
): Promise<boolean> {
  return withMetricsTransaction(context, async (tx) => {
    if (!isUuid(answerId)) return false;
    const filterSql = buildFilterSql(tx, filters);
    const rows = await queryRows(
      tx.db,
      sql`SELECT 1 FROM answers WHERE id = ${answerId} AND ${filterSql.answers}`,
    );
    return rows.length === 1;
  });
}

/** The previous answer of the same engine to the same prompt, with the same country and sample number. */
export interface PreviousAnswer extends Pick<AnswerDetail, 'id' | 'requestedAt' | 'model' | 'text'> {
  /** The tracked brands it mentions, by rank. */
  brandIds: string[];
  /** The domains it lists, in the order of their sources. */
  domains: string[];
}

/** Returns the previous answer; null for the first one, or if the answer is not found. */
export function getPreviousAnswer(
  context: Context,
  { projectId, answerId }: { projectId: string; answerId: string },
): Promise<PreviousAnswer | null> {
  return withMetricsTransaction(context, async ({ db, organizationId }) => {
    if (!isUuid(projectId) || !isUuid(answerId)) return null;
    const isInPrevious = sql`organization_id = ${organizationId} AND requested_at = previous.requested_at
      AND answer_id = previous.id`;
    const [row] = await queryRows<PreviousAnswer & Record<string, unknown>>(
      db,
      sql`
        SELECT previous.id, previous.requested_at AS "requestedAt", previous.model, previous.text,
          ARRAY(SELECT brand_id FROM mentions
                WHERE ${isInPrevious} AND scoring_version = ${selectScoringVersion(organizationId, projectId)}
                ORDER BY rank, brand_id) AS "brandIds",
          ARRAY(SELECT domain FROM answer_sources WHERE ${isInPrevious}
                GROUP BY domain ORDER BY min(position)) AS domains
        FROM answers JOIN LATERAL (
          SELECT * FROM answers AS earlier
          WHERE earlier.organization_id = ${organizationId} AND earlier.project_id = ${projectId}
            AND earlier.prompt_id = answers.prompt_id AND earlier.engine = answers.engine
            AND earlier.country = answers.country AND earlier.sample = answers.sample
            AND earlier.status = 'answered' AND earlier.requested_at < answers.requested_at
          ORDER BY earlier.requested_at DESC NULLS LAST LIMIT 1
        ) previous ON true
        WHERE answers.organization_id = ${organizationId} AND answers.project_id = ${projectId}
          AND answers.id = ${answerId}`,
    );
    return row ?? null;
  });
}
