import type { z } from 'zod';
import { defaultPageSize, type gapsQuerySchema } from '#lib/contract/metrics/queries';
import type { gapsSchema } from '#lib/contract/metrics/results';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { paginate } from '#lib/dashboard/metrics-api/cursor';
import { readMetrics } from '#lib/dashboard/metrics-api/read-metrics';
import type { Context } from '#lib/db/client';

/** Returns a page of the prompts where another tracked brand is present and the selected brand is not, as the competitors page shows them. */
export function getGapsPage(
  context: Context,
  { kind = 'mention', ...query }: z.output<typeof gapsQuerySchema>,
): Promise<z.infer<typeof gapsSchema>> {
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
      data: page.rows.map(({ competitors, ...gap }) => ({
        ...gap,
        competitors: competitors.map(({ brand: { id, name }, answers }) => ({ id, name, answers })),
      })),
      total: gaps.prompts.length,
      nextCursor: formatNext(page.last),
    };
  });
}
