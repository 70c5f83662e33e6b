import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { explanationGroupSchema, groupChange } from '#lib/dashboard/analytics/explanations/group-change';
import {
  changedSourceSchema,
  readChangedSources,
} from '#lib/dashboard/analytics/explanations/read-changed-sources';
import { type MetricFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { chooseSegments } from '#lib/dashboard/analytics/panel/choose-segments';
import { getNoisyMetric, selectSegments } from '#lib/dashboard/analytics/segments/compute-metrics';
import type { Segment } from '#lib/dashboard/analytics/segments/count-segments';
import {
  type MetricInput,
  readMetricData,
  toMetricInput,
  withPageScope,
} from '#lib/dashboard/analytics/segments/metric-data';
import { type MetricName, metricDefinitions } from '#lib/dashboard/analytics/segments/metric-definitions';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { readProjectDays } from '#lib/dashboard/projects/project-days';
import type { DifferenceExplanation } from '#lib/dashboard/statistics/changes/explain-difference';
import type { Context } from '#lib/db/context';
import { defineOperation } from '#lib/operations/define-operation';

const metricNames = Object.keys(metricDefinitions) as [MetricName, ...MetricName[]];

/** Metrics of the answers themselves, beside which changed sources are shown. The others are about sources or sentences. */
const metricsBesideSources: ReadonlySet<MetricName> = new Set([
  'visibility',
  'shareOfVoice',
  'position',
  'firstPlace',
]);

const targetSchema = z.strictObject({
  metric: z.enum(metricNames),
  brandId: z.uuid().optional().describe('By default the brand that the filters select.'),
  /** The row of a breakdown that shows the change; all rows by default. */
  engine: z.string().max(50).optional(),
  country: z.string().max(50).optional(),
  promptId: z.uuid().optional(),
});

/** A change that a page shows. */
export type ChangeTarget = z.infer<typeof targetSchema>;

const engineCountrySchema = z.object({ engine: z.string(), country: z.string() });
export type EngineCountry = z.output<typeof engineCountrySchema>;

/** The part of a difference that one cause explains, in the metric's unit. */
const changePartSchema = z.object({
  cause: z
    .enum(['change', 'added', 'removed', 'models', 'answers'])
    .describe(
      'change: the prompts, engines and countries asked in both periods; added and removed: those asked only in one period; models: engines whose model changed; answers: different numbers of answers.',
    ),
  difference: z.number(),
});
export type ChangePart = z.output<typeof changePartSchema>;

const explanationSchema = z.object({
  previous: z.number().describe('The metric over all answers of the previous period.'),
  current: z.number(),
  parts: z.array(changePartSchema).describe('The difference by cause; the parts add up to it.'),
  groups: z
    .array(explanationGroupSchema)
    .describe('The part `change` by prompt, topic, engine and country; the rows of each add up to it.'),
  addedPrompts: z.int().describe('The number of prompts with answers only in the current period.'),
  removedPrompts: z.int().describe('The number of prompts with answers only in the previous period.'),
  addedEngineCountries: z
    .array(engineCountrySchema)
    .describe('Engines and countries with answers only in the current period.'),
  removedEngineCountries: z
    .array(engineCountrySchema)
    .describe('Engines and countries with answers only in the previous period.'),
  models: z
    .array(z.object({ engine: z.string(), previous: z.string().nullable(), current: z.string().nullable() }))
    .describe('Engines that a different model serves in the current period.'),
  sources: z
    .array(changedSourceSchema)
    .describe(
      'Domains that answers cite clearly more or less often than before, as shares of answers: an observation, not a cause.',
    ),
});
export type ChangeExplanation = z.output<typeof explanationSchema>;

/**
 * @returns null if one of the periods has no answers
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export const explainChange = defineOperation({
  name: 'metrics.explain-change',
  title: 'Explain a change of a metric',
  description:
    'Explains the change of a metric between two periods: which part comes from added or removed prompts, engines and countries, from changed models, and from each prompt, topic, engine and country that both periods have. Returns null if one of the periods has no answers.',
  permission: 'projects.read',
  effect: 'read',
  input: z.strictObject({
    projectId: projectIdSchema,
    query: z.string().max(10_000).describe('The filters, as in the address of a page.'),
    target: targetSchema.describe('The change that a page shows.'),
  }),
  output: explanationSchema.nullable(),
  isTransaction: false,
  async run(context, { projectId, query, target }): Promise<ChangeExplanation | null> {
    const project = await readProjectDays(context, projectId);
    const filters = parseFilters(project, new URLSearchParams(query), context.clock);
    return explain(context, filters, target);
  },
});

function explain(
  context: Context,
  filters: MetricFilters,
  target: ChangeTarget,
): Promise<ChangeExplanation | null> {
  return withPageScope(context, filters, async (tx, page) => {
    const data = await readMetricData(tx, filters, page);
    const { scope, statistics } = data;
    const brand = scope.brands.find(({ id }) => id === (target.brandId ?? scope.selectedBrand.id));
    if (!brand) throw notFound('Brand not found in this project.');
    const { panel } = statistics.panel;
    const narrowed = narrowFilters(filters, target);
    const row = new Set(chooseSegments(panel, narrowed));
    const shown = (data.brands.get(brand.id) ?? []).filter(({ index }) => row.has(index));
    const input = toMetricInput(data, { brand, segments: shown });
    const definition = metricDefinitions[target.metric];
    const segments = selectSegments(definition, input);
    const metric = getNoisyMetric(definition, input);
    const indexes = segments.map(({ index }) => index);
    const explanation = statistics.explain(metric, brand.id, { segments: indexes, getKey: () => '' });
    const levels = {
      current: statistics.getLevel(metric, brand.id, indexes),
      previous: statistics.periods.previous
        ? statistics.getLevel(metric, brand.id, indexes, statistics.periods.previous)
        : null,
    };
    if (!explanation || !levels.current || !levels.previous) return null;
    return {
      previous: levels.previous.value,
      current: levels.current.value,
      parts: listParts(explanation),
      groups: await groupChange(
        tx,
        filters.projectId,
        (getKey) => statistics.explain(metric, brand.id, { segments: indexes, getKey }),
        { panel, segments: indexes },
      ),
      ...findCauses(segments, input),
      sources: metricsBesideSources.has(target.metric) ? await readChangedSources(tx, narrowed, page) : [],
    };
  });
}

function listParts({
  standardized,
  added,
  removed,
  notComparable,
  answersPerSegment,
}: DifferenceExplanation): ChangePart[] {
  return [
    { cause: 'change', difference: standardized },
    { cause: 'added', difference: added },
    { cause: 'removed', difference: removed },
    { cause: 'models', difference: notComparable },
    { cause: 'answers', difference: answersPerSegment },
  ];
}

/** Narrows filters to a row. A row that the filters leave out keeps them, so that nothing is shown. */
function narrowFilters(filters: MetricFilters, { engine, country, promptId }: ChangeTarget): MetricFilters {
  return {
    ...filters,
    ...(engine === undefined ? {} : { engines: [engine] }),
    ...(country === undefined ? {} : { countries: [country] }),
    ...(promptId === undefined ? {} : { promptIds: [promptId] }),
  };
}

/** Returns the changes between the periods that may have moved a metric. */
function findCauses(segments: readonly Segment[], { scope }: MetricInput) {
  const compare = (getKey: (segment: Segment) => string) => {
    const listAnswered = (period: 'current' | 'previous') =>
      new Set(segments.filter((segment) => segment[period].answers > 0).map(getKey));
    const [current, previous] = [listAnswered('current'), listAnswered('previous')];
    return {
      added: [...current].filter((key) => !previous.has(key)),
      removed: [...previous].filter((key) => !current.has(key)),
    };
  };
  const prompts = compare(({ promptId }) => promptId);
  const engineCountries = compare(({ engine, country }) => `${engine} ${country}`);
  const toEngineCountry = (key: string): EngineCountry => {
    const [engine = '', country = ''] = key.split(' ');
    return { engine, country };
  };
  const engines = new Set(segments.map(({ engine }) => engine));
  return {
    addedPrompts: prompts.added.length,
    removedPrompts: prompts.removed.length,
    addedEngineCountries: engineCountries.added.map(toEngineCountry),
    removedEngineCountries: engineCountries.removed.map(toEngineCountry),
    models: [...scope.models].flatMap(([engine, { previous, current, isChanged }]) =>
      isChanged && engines.has(engine) ? [{ engine, previous, current }] : [],
    ),
  };
}
