import type { z } from 'zod';
import { getEngineName } from '#lib/contract/engines';
import { type breakdownQuerySchema, defaultPageSize } from '#lib/contract/metrics/queries';
import type { breakdownSchema } from '#lib/contract/metrics/results';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type BreakdownRow, getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getTopicBreakdown } from '#lib/dashboard/analytics/overview/topic-breakdown';
import { paginate } from '#lib/dashboard/metrics-api/cursor';
import { readMetrics } from '#lib/dashboard/metrics-api/read-metrics';
import { toApiMean, toApiMetric, toApiRate } from '#lib/dashboard/metrics-api/to-api-metric';
import { getPromptTexts } from '#lib/dashboard/prompts/list-prompts';
import type { Context } from '#lib/db/client';

type Query = z.output<typeof breakdownQuerySchema>;

/** Returns a page of the selected brand's metrics by a dimension, most answers first. */
export function getBreakdown(context: Context, query: Query): Promise<z.infer<typeof breakdownSchema>> {
  return readMetrics(context, query, async ({ tx, filters, after, envelope, formatNext }) => {
    const rows = await readRows(tx, filters, query.by);
    const { limit = defaultPageSize } = query;
    const page = paginate(rows, ({ key }) => key, { after, limit });
    return {
      ...envelope,
      data: page.rows.map(({ key, label, row, previousModel = null, currentModel = null }) => ({
        key,
        label,
        answers: row.answers,
        triggerRate: toApiRate(row.triggerRate),
        visibility: toApiMetric(row.visibility),
        shareOfVoice: toApiMetric(row.shareOfVoice),
        position: toApiMean(row.position),
        citationRate: toApiMetric(row.citationRate),
        previousModel,
        currentModel,
      })),
      total: rows.length,
      nextCursor: formatNext(page.last),
    };
  });
}

interface LabeledRow {
  key: string;
  label: string;
  row: BreakdownRow;
  previousModel?: string | null;
  currentModel?: string | null;
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Reads the rows of all engines, countries, prompts, topics or tags. */
async function readRows(context: Context, filters: MetricFilters, by: Query['by']): Promise<LabeledRow[]> {
  switch (by) {
    case 'engine':
      return (await getOverview(context, filters)).byEngine.map(({ engine, ...row }) => ({
        key: engine,
        label: getEngineName(engine),
        row,
        previousModel: row.previousModel,
        currentModel: row.currentModel,
      }));
    case 'country':
      return (await getOverview(context, filters)).byCountry.map(({ country, ...row }) => ({
        key: country,
        label: countryNames.of(country) ?? country,
        row,
      }));
    case 'prompt': {
      const rows = await getPromptBreakdown(context, filters);
      const { projectId } = filters;
      const texts = await getPromptTexts(context, { projectId, promptIds: [...rows.keys()] });
      const labels = new Map(texts.map(({ id, text }) => [id, text]));
      return [...rows].map(([key, row]) => ({ key, label: labels.get(key) ?? '', row }));
    }
    case 'topic':
    case 'tag': {
      const rows = await getTopicBreakdown(context, filters, by);
      return rows.map(([key, row]) => ({ key, label: key || 'No topic', row }));
    }
  }
}
