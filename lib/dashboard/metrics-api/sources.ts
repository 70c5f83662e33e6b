import type { z } from 'zod';
import { defaultAnswerPageSize, type sourcesQuerySchema } from '#lib/contract/metrics/queries';
import type { sourcesSchema } from '#lib/contract/metrics/results';
import { ServiceError } from '#lib/core/errors';
import { getSources, type SourcesData } from '#lib/dashboard/analytics/sources/sources';
import { invalidCursor } from '#lib/dashboard/metrics-api/cursor';
import { type MetricsRequest, readMetrics } from '#lib/dashboard/metrics-api/read-metrics';
import { toApiMetric, toApiRate } from '#lib/dashboard/metrics-api/to-api-metric';
import type { Context } from '#lib/db/client';

type Query = z.output<typeof sourcesQuerySchema>;

/** Returns a page of the domains that answers list or cite, as the sources page shows them. */
export function getSourcesPage(context: Context, query: Query): Promise<z.infer<typeof sourcesSchema>> {
  return readMetrics(context, query, async (request) => {
    const { envelope, formatNext } = request;
    const { limit = defaultAnswerPageSize } = query;
    const { sources, nextDomain, matchingCount, citations, answers } = await readSources(
      request,
      query,
      limit,
    );
    return {
      ...envelope,
      citations,
      answers,
      data: sources.map(({ mentioned, gap, ...source }) => ({
        domain: source.domain,
        type: source.type,
        ownerId: source.brandId,
        citations: source.citations,
        citationShare: toApiMetric(source.citationShare),
        listed: toApiRate(source.listed),
        cited: toApiRate(source.cited),
        citedWhenListed: toApiRate(source.citedWhenListed),
        mentioned: mentioned && toApiRate(mentioned),
        gap: gap && toApiRate(gap),
      })),
      total: matchingCount,
      nextCursor: formatNext(nextDomain),
    };
  });
}

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
