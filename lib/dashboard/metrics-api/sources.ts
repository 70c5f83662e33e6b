import type { z } from 'zod';
import { defaultAnswerPageSize, type sourcesQuerySchema } from '#lib/contract/metrics/queries';
import { toApiPage } from '#lib/contract/tables/api-row';
import { sourcesTable } from '#lib/contract/tables/sources';
import { ServiceError } from '#lib/core/errors';
import { getSources, type SourcesData } from '#lib/dashboard/analytics/sources/sources';
import { invalidCursor } from '#lib/dashboard/metrics-api/cursor';
import { type MetricsRequest, readMetrics } from '#lib/dashboard/metrics-api/read-metrics';
import type { Context } from '#lib/db/context';

type Query = z.output<typeof sourcesQuerySchema>;

/** Reads a page of the domains that answers list or cite, as the sources page shows them. */
export function readSourcesPage(context: Context, query: Query) {
  return readMetrics(context, query, async (request) => {
    const { envelope, formatNext } = request;
    const { limit = defaultAnswerPageSize } = query;
    const data = await readSources(request, query, limit);
    const { sources, nextDomain, matchingCount, answers, withReportedCitations = answers } = data;
    const toCitations = (citations: number) =>
      answers > 0 && withReportedCitations === 0 ? null : citations;
    return {
      ...envelope,
      citations: toCitations(data.citations),
      answers,
      answersWithReportedCitations: withReportedCitations,
      rows: sources.map((source) => ({ ...source, citations: toCitations(source.citations) })),
      total: matchingCount,
      nextCursor: formatNext(nextDomain),
    };
  });
}

/** Returns a page of the domains that answers list or cite, as the API has it. */
export const getSourcesPage = async (context: Context, query: Query) =>
  toApiPage(sourcesTable, await readSourcesPage(context, query));

async function readSources(
  { tx, filters, after }: MetricsRequest,
  { type, order = 'citations' }: Query,
  size: number,
): Promise<SourcesData> {
  try {
    return await getSources(tx, filters, { type: type ?? null, order, after, size, maxGaps: 0 });
  } catch (error) {
    const isInvalidCursor =
      error instanceof ServiceError && error.fields?.some(({ field }) => field === 'after');
    throw isInvalidCursor ? invalidCursor() : error;
  }
}
