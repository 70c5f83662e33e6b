import { z } from 'zod';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { PageScope } from '#lib/dashboard/analytics/segments/metric-data';
import { readDomainData, readSourceAnswers } from '#lib/dashboard/analytics/sources/domain-metrics';
import { readDomains } from '#lib/dashboard/analytics/sources/top-sources';
import type { Context } from '#lib/db/context';

/** A domain that answers clearly cite more or less often than before. The values are shares of answers. */
export const changedSourceSchema = z.object({
  domain: z.string(),
  previous: z.number(),
  current: z.number(),
});
export type ChangedSource = z.output<typeof changedSourceSchema>;

/** Maximum number of the most cited domains that are compared, and of those that an explanation names. */
const maxCompared = 40;
const maxChanged = 8;

/** Reads the domains that answers cite clearly more or less often than before, the largest change first. */
export async function readChangedSources(
  context: Context,
  filters: MetricFilters,
  page: PageScope,
): Promise<ChangedSource[]> {
  const { scope } = page;
  const answers = await readSourceAnswers(context, filters, scope);
  const rows = await readDomains(
    { context, filters, summedMonths: scope.summedMonths },
    { limit: maxCompared },
  );
  const domains = rows.map(({ domain }) => domain);
  const data = await readDomainData(context, { filters, page, answers }, { ranked: domains, domains });
  return domains
    .flatMap((domain) => {
      const change = data.getChange(domain, 'citationRate');
      if (change?.verdict !== 'up' && change?.verdict !== 'down') return [];
      const { previous, current } = change;
      return previous === null || current === null ? [] : [{ domain, previous, current }];
    })
    .sort((a, b) => Math.abs(b.current - b.previous) - Math.abs(a.current - a.previous))
    .slice(0, maxChanged);
}
