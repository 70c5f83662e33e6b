import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import {
  type ChangedSource,
  changedSourceSchema,
  readChangedSources,
  readCitingAnswers,
} from '#lib/dashboard/analytics/explanations/read-citing-answers';
import {
  type CitingCounts,
  changeSplitSchema,
  type SplitSegment,
  splitChange,
} from '#lib/dashboard/analytics/explanations/split-change';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { type MetricFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { toComparison, toMetricInput } from '#lib/dashboard/analytics/segments/compare-metrics';
import {
  type MetricInput,
  selectSegments,
  toCluster,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import {
  type MetricDefinition,
  type MetricName,
  metricDefinitions,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import { readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import { getSegmentKey } from '#lib/dashboard/analytics/segments/read-answer-segments';
import { noSegments, readSegments, type Segment } from '#lib/dashboard/analytics/segments/read-segments';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { readProjectDays } from '#lib/dashboard/projects/project-days';
import type { Context } from '#lib/db/context';
import { defineOperation } from '#lib/operations/define-operation';

const metricNames = Object.keys(metricDefinitions) as [MetricName, ...MetricName[]];

/**
 * Metrics of the answers themselves, which their sources can explain. The others are about sources, or are not stored
 * for each answer.
 */
const explainedBySources: ReadonlySet<MetricName> = new Set([
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
  significanceLevel: z
    .number()
    .positive()
    .max(0.05)
    .describe('The level (alpha) at which the page tests the change, such as 0.05.'),
});

/** A change that a page shows. */
export type ChangeTarget = z.infer<typeof targetSchema>;

const engineCountrySchema = z.object({ engine: z.string(), country: z.string() });
export type EngineCountry = z.output<typeof engineCountrySchema>;

const explanationSchema = changeSplitSchema.extend({
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
      'Domains that answers cite more or less often than before, as shares of answers. Empty for metrics that sources cannot explain.',
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
    'Explains the change of a metric between two periods by splitting the difference into causes: changed prompts, engines and countries, models, and sources. Returns null if one of the periods has no answers.',
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
    const { metric, engine, country, promptId, significanceLevel } = target;
    return withMetricsTransaction(context, async (tx) => {
      const project = await readProjectDays(tx, projectId);
      const filters = parseFilters(project, new URLSearchParams(query), tx.clock);
      const scope = await readProjectScope(tx, filters);
      const brand = scope.brands.find(({ id }) => id === (target.brandId ?? scope.selectedBrand.id));
      if (!brand) throw notFound('Brand not found in this project.');
      const brands = await readSegments(tx, filters, scope);
      const shown = (brands.get(brand.id) ?? noSegments).segments.filter(
        (segment) =>
          (engine === undefined || segment.engine === engine) &&
          (country === undefined || segment.country === country) &&
          (promptId === undefined || segment.promptId === promptId),
      );
      const input = toMetricInput({ scope, filters, brands }, { brand, segments: shown });
      const definition = metricDefinitions[metric];
      const segments = selectSegments(definition, shown, input) as readonly Segment[];
      const { autocorrelation } = input.daily;
      const sources = explainedBySources.has(metric)
        ? await readChangedSources(tx, narrowFilters(filters, target), { scope, autocorrelation })
        : [];
      const getCitingCounts = await readCitingCounts(tx, filters, { input, definition, sources });
      const split = splitChange(
        segments.map((segment) => toSplitSegment(segment, { input, definition, getCitingCounts })),
        { comparison: toComparison(definition, input), significanceLevel },
      );
      return split && { ...split, ...findCauses(segments, input), sources };
    });
  },
});

function narrowFilters(filters: MetricFilters, { engine, country, promptId }: ChangeTarget): MetricFilters {
  return {
    ...filters,
    ...(engine === undefined ? {} : { engines: [engine] }),
    ...(country === undefined ? {} : { countries: [country] }),
    ...(promptId === undefined ? {} : { promptIds: [promptId] }),
  };
}

interface SplitData {
  input: MetricInput;
  definition: MetricDefinition;
}

/**
 * Reads the counts of answers that cite changed sources.
 * @returns a function that returns the counts of a segment; undefined without such sources or a previous period
 */
async function readCitingCounts(
  context: Context,
  filters: MetricFilters,
  { input, definition, sources }: SplitData & { sources: readonly ChangedSource[] },
): Promise<((segment: Segment) => NonNullable<SplitSegment['citing']>) | undefined> {
  const { brand, scope } = input;
  const { periods } = scope;
  if (sources.length === 0 || !periods.previous) return undefined;
  const options = { brandId: brand.id, sources };
  const current = await readCitingAnswers(context, filters, options);
  const previous = await readCitingAnswers(context, { ...filters, ...periods.previous }, options);
  const noCounts = { numerator: 0, denominator: 0 };
  const toCounts = (answers: typeof current, segment: Segment): CitingCounts => {
    const found = answers.get(getSegmentKey(segment));
    if (!found) return [noCounts, noCounts, noCounts];
    const { gained, lost, both } = found;
    return [toCluster(definition, gained), toCluster(definition, lost), toCluster(definition, both)];
  };
  return (segment) => ({ current: toCounts(current, segment), previous: toCounts(previous, segment) });
}

function toSplitSegment(
  segment: Segment,
  {
    input,
    definition,
    getCitingCounts,
  }: SplitData & { getCitingCounts: Awaited<ReturnType<typeof readCitingCounts>> },
): SplitSegment {
  const { promptId, engine } = segment;
  const toPeriod = (counts: Segment['current']) => ({
    ...toCluster(definition, counts),
    squares: counts[definition.squares ?? definition.numerator],
    answers: counts[definition.sampleSize],
  });
  return {
    promptId,
    engine,
    current: toPeriod(segment.current),
    previous: toPeriod(segment.previous),
    isModelChanged: input.scope.models.get(engine)?.isChanged ?? false,
    ...(getCitingCounts && { citing: getCitingCounts(segment) }),
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
