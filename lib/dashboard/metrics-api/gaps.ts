import type { z } from 'zod';
import { defaultPageSize, type gapsQuerySchema } from '#lib/contract/metrics/queries';
import { toApiPage } from '#lib/contract/tables/api-row';
import { mentionGapsTable } from '#lib/contract/tables/gaps';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { paginate } from '#lib/dashboard/metrics-api/cursor';
import { readMetrics } from '#lib/dashboard/metrics-api/read-metrics';
import type { Context } from '#lib/db/context';

type Query = z.output<typeof gapsQuerySchema>;

/** Reads a page of the prompts where another tracked brand is present and the selected brand is not, as the competitors page shows them. */
export function readGapsPage(context: Context, { kind = 'mention', ...query }: Query) {
  const request = { ...query, kind, compare: 'none' } as const;
  return readMetrics(context, request, async ({ tx, filters, after, envelope, formatNext }) => {
    const { mentionGaps, citationGaps } = await getCompetitors(tx, filters);
    const gaps = kind === 'mention' ? mentionGaps : citationGaps;
    const { limit = defaultPageSize } = query;
    const page = paginate(gaps.prompts, ({ promptId }) => promptId, { after, limit });
    return {
      ...envelope,
      prompts: gaps.promptCount,
      missingOnAllEnginesCount: gaps.missingOnAllEnginesCount,
      isMeasured: gaps.isMeasured,
      rows: page.rows,
      total: gaps.prompts.length,
      nextCursor: formatNext(page.last),
    };
  });
}

/** Returns a page of gaps, as the API has it. Both kinds have the same columns there. */
export async function getGapsPage(context: Context, query: Query) {
  return toApiPage(mentionGapsTable, await readGapsPage(context, query));
}
