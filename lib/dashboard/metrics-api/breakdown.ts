import type { z } from 'zod';
import { formatCountry } from '#lib/contract/country-names';
import { getEngineName } from '#lib/contract/engines';
import { type breakdownQuerySchema, defaultPageSize } from '#lib/contract/metrics/queries';
import { toApiPage } from '#lib/contract/tables/api-row';
import { breakdownTable } from '#lib/contract/tables/breakdowns';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type BreakdownRow, getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getTopicBreakdown } from '#lib/dashboard/analytics/overview/topic-breakdown';
import { paginate } from '#lib/dashboard/metrics-api/cursor';
import { readMetrics } from '#lib/dashboard/metrics-api/read-metrics';
import { getPromptTexts } from '#lib/dashboard/prompts/prompt-texts';
import type { Context } from '#lib/db/context';

type Query = z.output<typeof breakdownQuerySchema>;

/** Reads a page of the selected brand's metrics by a dimension, most answers first. */
export function readBreakdownPage(context: Context, query: Query) {
  return readMetrics(context, query, async ({ tx, filters, after, envelope, formatNext }) => {
    const rows = await readRows(tx, filters, query.by);
    const { limit = defaultPageSize } = query;
    const page = paginate(rows, ({ key }) => key, { after, limit });
    return { ...envelope, rows: page.rows, total: rows.length, nextCursor: formatNext(page.last) };
  });
}

/** Returns a page of the selected brand's metrics by a dimension, as the API has it. */
export const getBreakdown = async (context: Context, query: Query) =>
  toApiPage(breakdownTable, await readBreakdownPage(context, query));

interface LabeledRow extends BreakdownRow {
  key: string;
  label: string;
  previousModel?: string | null;
  currentModel?: string | null;
}

/** Reads the rows of all engines, countries, prompts, topics or tags. */
async function readRows(context: Context, filters: MetricFilters, by: Query['by']): Promise<LabeledRow[]> {
  switch (by) {
    case 'engine':
      return (await getOverview(context, filters)).byEngine.map(({ engine, ...row }) => ({
        ...row,
        key: engine,
        label: getEngineName(engine),
      }));
    case 'country':
      return (await getOverview(context, filters)).byCountry.map(({ country, ...row }) => ({
        ...row,
        key: country,
        label: formatCountry(country),
      }));
    case 'prompt': {
      const rows = await getPromptBreakdown(context, filters);
      const { projectId } = filters;
      const texts = await getPromptTexts(context, { projectId, promptIds: [...rows.keys()] });
      const labels = new Map(texts.map(({ id, text }) => [id, text]));
      return [...rows].map(([key, row]) => ({ ...row, key, label: labels.get(key) ?? '' }));
    }
    case 'topic':
    case 'tag': {
      const rows = await getTopicBreakdown(context, filters, by);
      return rows.map(([key, row]) => ({ ...row, key, label: key || 'No topic' }));
    }
  }
}
