import { z } from 'zod';
import { engineNames, engines } from '#lib/contract/engines';
import type { ListFilterKey } from '#lib/contract/filters/page-filters';
import { routes } from '#lib/contract/routes';
import { brandsTable } from '#lib/contract/tables/brands';
import { breakdownTable } from '#lib/contract/tables/breakdowns';
import { selectColumns } from '#lib/contract/tables/define-table';
import { citationGapsTable, mentionGapsTable } from '#lib/contract/tables/gaps';
import type { ApiMetric, ApiRate } from '#lib/contract/tables/metric-schemas';
import { trackedPositionColumn } from '#lib/contract/tables/shared-columns';
import { sourcesTable } from '#lib/contract/tables/sources';
import { toFieldErrors, validationError } from '#lib/core/validation';
import { readBreakdownPage } from '#lib/dashboard/metrics-api/breakdown';
import { readGapsPage } from '#lib/dashboard/metrics-api/gaps';
import { readSourcesPage } from '#lib/dashboard/metrics-api/sources';
import { getTimeSeries, readSummary } from '#lib/dashboard/metrics-api/summary';
import { toMetricResult, toMetricsResult, toResult } from '#lib/mcp/table-result';
import { defineTool, tableSchema, toTable } from '#lib/mcp/tool';

const text = z.string().max(300);
const listInput = {
  engine: z
    .array(z.enum(engines))
    .max(20)
    .optional()
    .meta({ description: `Engines: ${engineNames}` }),
  country: z.array(text).max(50).optional().meta({ description: 'ISO 3166-1 alpha-2 codes' }),
  topic: z.array(text).max(50).optional(),
  tag: z.array(text).max(50).optional(),
  prompt: z.array(text).max(50).optional().meta({ description: 'Prompt IDs, from list_prompts' }),
} satisfies Record<ListFilterKey, z.ZodType>;

/** Filters of most tools. These schemas are loose: the query schema of the metrics API validates the values. */
export const filterInput = {
  project: text.meta({ description: 'Project ID, from list_projects' }),
  from: text.optional().meta({
    description: 'First day in the time zone of the project, YYYY-MM-DD; 27 days before `to` by default',
  }),
  to: text.optional().meta({ description: 'Last day; today by default' }),
  ...listInput,
  brand: text.optional().meta({ description: 'Brand ID; the project’s own brand by default' }),
};
export const pageInput = {
  limit: z.int().min(1).max(200).optional(),
  cursor: z.string().max(1000).optional(),
};

const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

/** Parses the input of a tool by the query schema of an endpoint. @throws ServiceError VALIDATION_ERROR */
export function parseQuery<Q extends z.ZodType>(schema: Q, input: unknown): z.output<Q> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw validationError(toFieldErrors(parsed.error));
}

const metricsOutput = tableSchema.extend({
  project: z.string(),
  brand: z
    .string()
    .meta({ description: 'The selected brand. A row that has its own `brand` is about that brand instead.' }),
  period: z.string(),
  comparedWith: z.string().nullable(),
});

/** The project, the brand and the periods that a result describes. */
interface ResultSubject {
  project: { name: string };
  brand: { name: string };
  period: { from: string; to: string };
  comparedWith: { from: string; to: string } | null;
}

/** Returns the subject of a result as text. */
export function describeSubject({ project, brand, period, comparedWith }: ResultSubject) {
  const format = ({ from, to }: ResultSubject['period']) => `${from} to ${to}`;
  return {
    project: project.name,
    brand: brand.name,
    period: format(period),
    comparedWith: comparedWith && format(comparedWith),
  };
}

const metricInput = z
  .enum([
    'visibility',
    'shareOfVoice',
    'position',
    'trackedPosition',
    'firstPlace',
    'citationRate',
    'citationShare',
    'sentiment',
  ])
  .meta({
    description:
      'Rates and shares are 0 to 1, position is a mean rank, trackedPosition the mean rank among tracked brands, sentiment is −100 to 100',
  });

const rateColumns = ['value', 'low', 'high', 'numerator', 'denominator'] as const;
const changeColumns = [
  'previous',
  'difference',
  'differenceLow',
  'differenceHigh',
  'verdict',
  'result',
  'reason',
] as const;

function toRateCells({ value, low, high, numerator, denominator }: ApiRate) {
  return { value, low, high, numerator, denominator };
}

function toChangeCells({ change }: ApiMetric) {
  return {
    previous: change?.previous ?? null,
    difference: change?.difference ?? null,
    differenceLow: change?.low ?? null,
    differenceHigh: change?.high ?? null,
    verdict: change?.verdict ?? null,
    result: change?.result ?? null,
    reason: change?.reason ?? null,
  };
}

export const getMetricsTool = defineTool({
  name: 'get_metrics',
  title: 'Get metrics',
  description:
    'Gets the metrics of every tracked brand of a project in a period: visibility with the places that are possible (`bestPlace` to `worstPlace`; brands whose order is not clear share places, so do not rank them), share of voice, position, position among tracked brands, first-place rate, citation rate, citation share and sentiment, each with its 95% confidence interval, counts and grade (exploratory, directional, decision_grade). Null means no data, not 0. Sentiment is null unless the organization has set a language model as classifier. Citation metrics count only answers whose provider reported citations, so their denominator can be lower than that of visibility.',
  scope: 'read',
  input: z.object(filterInput),
  output: metricsOutput,
  annotations: readOnly,
  async run({ context }, input) {
    const query = parseQuery(routes.getMetricsSummary.query, { ...input, compare: 'none' });
    const summary = await readSummary(context, query);
    const cells = {
      names: [...rateColumns, 'grade'] as const,
      toCells: (metric: ApiMetric) => ({ ...toRateCells(metric), grade: metric.grade }),
    };
    return { ...toMetricsResult(brandsTable, summary, cells), ...describeSubject(summary) };
  },
});

export const comparePeriodsTool = defineTool({
  name: 'compare_periods',
  title: 'Compare periods',
  description:
    'Compares the metrics of every tracked brand between two periods. `result` says what a difference means: up, down, no_clear_change, too_early or not_comparable, and `reason` why it is one of the last two. Report a change only if its result is up or down. `verdict` is the same in fewer words: moved, within_noise, not_enough_data or model_changed.',
  scope: 'read',
  input: z.object({
    ...filterInput,
    compare: z.enum(['previous', 'year', 'custom']).default('previous'),
    compareFrom: text
      .optional()
      .meta({ description: 'First day of the comparison period, with compare=custom' }),
    compareTo: text
      .optional()
      .meta({ description: 'Last day of the comparison period, with compare=custom' }),
  }),
  output: metricsOutput,
  annotations: readOnly,
  async run({ context }, input) {
    const summary = await readSummary(context, parseQuery(routes.getMetricsSummary.query, input));
    const cells = {
      names: ['current', ...changeColumns] as const,
      toCells: (metric: ApiMetric) => ({ current: metric.change?.current ?? null, ...toChangeCells(metric) }),
    };
    const compared = selectColumns(brandsTable, 'tool').filter(
      ({ key }) => !['brandId', 'role', 'bestPlace', 'worstPlace', trackedPositionColumn.key].includes(key),
    );
    return {
      ...toMetricsResult({ ...brandsTable, columns: compared }, summary, cells),
      ...describeSubject(summary),
    };
  },
});

export const getTimeSeriesTool = defineTool({
  name: 'get_time_series',
  title: 'Get a metric over time',
  description: 'Gets one metric of every tracked brand by day, week or month, oldest first.',
  scope: 'read',
  input: z.object({
    ...filterInput,
    metric: metricInput,
    interval: z.enum(['day', 'week', 'month']).default('day'),
    ...pageInput,
  }),
  output: metricsOutput,
  annotations: readOnly,
  async run({ context }, { metric, ...input }) {
    const series = await getTimeSeries(context, parseQuery(routes.getTimeSeries.query, input));
    const rows = series.data.map((row) => ({
      from: row.from,
      to: row.to,
      brand: row.brand,
      ...toRateCells(row[metric]),
    }));
    const columns = ['from', 'to', 'brand', ...rateColumns] as const;
    return { ...toTable(columns, rows, series), ...describeSubject(series) };
  },
});

const breakdownMetrics = [
  'visibility',
  'shareOfVoice',
  'position',
  'trackedPosition',
  'citationRate',
] as const;

export const getBreakdownTool = defineTool({
  name: 'get_breakdown',
  title: 'Break a metric down',
  description:
    'Gets a metric of one brand by engine, country, prompt, topic or tag, compared with the previous period, most answers first.',
  scope: 'read',
  input: z.object({
    ...filterInput,
    by: z.enum(['engine', 'country', 'prompt', 'topic', 'tag']),
    metric: z.enum(breakdownMetrics).default('visibility'),
    ...pageInput,
  }),
  output: metricsOutput,
  annotations: readOnly,
  async run({ context }, { metric, ...input }) {
    const breakdown = await readBreakdownPage(context, parseQuery(routes.getBreakdown.query, input));
    const cells = {
      metric,
      names: [...rateColumns, ...changeColumns] as const,
      toCells: (value: ApiMetric) => ({ ...toRateCells(value), ...toChangeCells(value) }),
    };
    return { ...toMetricResult(breakdownTable, breakdown, cells), ...describeSubject(breakdown) };
  },
});

export const listSourcesTool = defineTool({
  name: 'list_sources',
  title: 'List sources',
  description:
    'Lists the domains that answers list or cite. `citingAnswers` is out of `answers`, those whose citations are reported; null if none are. With order=gap, domains whose citing answers mention other tracked brands but not the brand come first.',
  scope: 'read',
  input: z.object({
    ...filterInput,
    order: z.enum(['citations', 'cited', 'listed', 'citedWhenListed', 'gap']).default('citations'),
    type: text.optional().meta({ description: 'Such as news, reviews, forum, own or competitor' }),
    ...pageInput,
  }),
  output: metricsOutput,
  annotations: readOnly,
  async run({ context }, input) {
    const page = await readSourcesPage(
      context,
      parseQuery(routes.listSources.query, { limit: 25, ...input }),
    );
    return { ...toResult(sourcesTable, page), ...describeSubject(page) };
  },
});

export const listGapsTool = defineTool({
  name: 'list_gaps',
  title: 'List gaps',
  description:
    'Lists prompts whose answers mention (kind=mention) or cite (kind=citation) other tracked brands but not the brand. Prompts where the brand is missing on every engine come first.',
  scope: 'read',
  input: z.object({ ...filterInput, kind: z.enum(['mention', 'citation']).default('mention'), ...pageInput }),
  output: metricsOutput,
  annotations: readOnly,
  async run({ context }, input) {
    const page = await readGapsPage(context, parseQuery(routes.listGaps.query, { limit: 25, ...input }));
    const table = input.kind === 'mention' ? mentionGapsTable : citationGapsTable;
    return { ...toResult(table, page), ...describeSubject(page) };
  },
});
