import { computeRate, type Metric, type Rate, type TrackedBrand } from '#lib/core/metric';
import type { MetricFilters, Periods } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  type BrandStanding,
  placeBrands,
  placeSelectedBrand,
  type SelectedBrandPlace,
} from '#lib/dashboard/analytics/overview/place-brands';
import {
  computeMeanMetric,
  computeMetric,
  computeMetricSet,
  type MetricSet,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import { isAllFictional, type Segment, sumCurrent } from '#lib/dashboard/analytics/segments/count-segments';
import {
  getSelectedSegments,
  type MetricData,
  type MetricInput,
  toMetricInput,
  withMetricData,
} from '#lib/dashboard/analytics/segments/metric-data';
import {
  metricDefinitions,
  trackedPositionMetric,
} from '#lib/dashboard/analytics/segments/metric-definitions';
import { toTrackedBrand } from '#lib/dashboard/analytics/segments/project-scope';
import type { Context } from '#lib/db/context';

/** The selected brand's metrics on one engine, in one country, or for one prompt, topic or tag. */
export interface BreakdownRow
  extends Pick<MetricSet, 'visibility' | 'shareOfVoice' | 'position' | 'trackedPosition' | 'citationRate'> {
  answers: number;
  isFictional: boolean;
  /** Answered ÷ (answered + no answer). */
  triggerRate: Rate;
}

/** Visibility on one engine in one country. */
export interface EngineCountryVisibility {
  engine: string;
  country: string;
  visibility: Metric;
}

/** The segments of the selected brand that share a key. */
interface SegmentGroup {
  key: string;
  segments: readonly Segment[];
  input: MetricInput;
}

/**
 * Groups the selected brand's segments by key. Leaves out a group if none of its run items in the current period ended with
 * the status “answered” or “no answer”.
 * @param getKey returns the key of a segment, or several to count it in each
 */
export function groupSegments(
  metricData: MetricData,
  getKey: (segment: Segment) => string | readonly string[],
): SegmentGroup[] {
  const groups = new Map<string, Segment[]>();
  for (const segment of getSelectedSegments(metricData)) {
    for (const key of [getKey(segment)].flat()) {
      const group = groups.get(key);
      if (group) group.push(segment);
      else groups.set(key, [segment]);
    }
  }
  return [...groups]
    .filter(([, group]) => group.some(({ current }) => current.answers + current.noAnswer > 0))
    .map(([key, group]) => ({ key, segments: group, input: toMetricInput(metricData, { segments: group }) }));
}

/** Computes the metrics of each group, sorted by number of answers in descending order. */
export function buildBreakdown(groups: readonly SegmentGroup[]): [key: string, row: BreakdownRow][] {
  const { visibility, shareOfVoice, position, citationRate } = metricDefinitions;
  return groups
    .map(({ key, segments, input }): [string, BreakdownRow] => {
      const answers = sumCurrent(segments, 'answers');
      return [
        key,
        {
          answers,
          isFictional: isAllFictional(segments),
          visibility: computeMetric(visibility, input),
          shareOfVoice: computeMetric(shareOfVoice, input),
          position: computeMeanMetric(position, input),
          trackedPosition: computeMeanMetric(trackedPositionMetric, input),
          citationRate: computeMetric(citationRate, input),
          triggerRate: computeRate(answers, answers + sumCurrent(segments, 'noAnswer')),
        },
      ];
    })
    .sort(([keyA, a], [keyB, b]) => b.answers - a.answers || keyA.localeCompare(keyB));
}

/** The metrics of one tracked brand. Its standing is missing in older frozen reports. */
export interface BrandMetrics extends MetricSet, Partial<BrandStanding> {
  brand: TrackedBrand;
  /** Answers that mention it. */
  mentioned: number;
}

/** Computes the metrics of every tracked brand, sorted by visibility in descending order. */
export function buildBrandMetrics(
  inputs: readonly MetricInput[],
  standings: ReadonlyMap<string, BrandStanding>,
): BrandMetrics[] {
  return inputs
    .map((input) => {
      const metrics = computeMetricSet(input);
      const { place = null, standing = null } = standings.get(input.brand.id) ?? {};
      return {
        brand: toTrackedBrand(input.brand),
        mentioned: metrics.visibility.numerator,
        ...metrics,
        place,
        standing,
      };
    })
    .sort((a, b) => b.mentioned - a.mentioned || a.brand.colorIndex - b.brand.colorIndex);
}

/** Computes visibility by engine and country, sorted by their keys. */
export function buildEngineCountryVisibility(groups: readonly SegmentGroup[]): EngineCountryVisibility[] {
  return groups
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap(({ segments: [first], input }) => {
      const visibility = computeMetric(metricDefinitions.visibility, input);
      return first ? [{ engine: first.engine, country: first.country, visibility }] : [];
    });
}

/**
 * The reason why the answers to a prompt cannot distinguish brands: none mentions a tracked brand, or all mention only the
 * same one.
 */
export type UninformativeReason = { kind: 'no brand' } | { kind: 'one brand'; brand: string };

/** Number of answers that a prompt needs before it is called uninformative. */
const minDiagnosedAnswers = 20;

/** Finds the prompts whose answers in the current period cannot distinguish brands. Branded prompts are left out. */
function findUninformativePrompts(data: MetricData): Map<string, UninformativeReason> {
  const { scope, brands } = data;
  const unbranded = getSelectedSegments(data).filter(({ isBrandedPrompt }) => !isBrandedPrompt);
  const answers = sumByPrompt(unbranded, 'answers');
  const mentions = scope.brands.map(({ id, name }) => ({
    name,
    mentioned: sumByPrompt(brands.get(id) ?? [], 'mentioned'),
  }));
  const reasons = new Map<string, UninformativeReason>();
  for (const [promptId, count] of answers) {
    if (count < minDiagnosedAnswers) continue;
    const mentioning = mentions.filter(({ mentioned }) => (mentioned.get(promptId) ?? 0) > 0);
    const [first] = mentioning;
    if (!first) reasons.set(promptId, { kind: 'no brand' });
    else if (mentioning.length === 1 && first.mentioned.get(promptId) === count) {
      reasons.set(promptId, { kind: 'one brand', brand: first.name });
    }
  }
  return reasons;
}

function sumByPrompt(segments: readonly Segment[], count: 'answers' | 'mentioned'): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { promptId, current } of segments)
    sums.set(promptId, (sums.get(promptId) ?? 0) + current[count]);
  return sums;
}

/** The metrics of a prompt. */
export interface PromptBreakdownRow extends BreakdownRow {
  /** Null if its answers distinguish brands or are too few to judge, and for branded prompts. */
  uninformativeReason: UninformativeReason | null;
}

/** Returns the metrics of prompts by prompt ID. `groupSegments` defines which prompts are left out. */
export function getPromptBreakdown(
  context: Context,
  filters: MetricFilters,
): Promise<Map<string, PromptBreakdownRow>> {
  return withMetricData(context, filters, async (_, data) => buildPromptBreakdown(data));
}

/** The metrics of prompts by prompt ID, and the visibility of the selected brand in the answers to all of them. */
export interface PromptsData extends SelectedBrandPlace {
  breakdown: Map<string, PromptBreakdownRow>;
  brand: TrackedBrand;
  periods: Periods;
  visibility: Metric;
}

/** Returns the data of the page of prompts. */
export function getPromptsData(context: Context, filters: MetricFilters): Promise<PromptsData> {
  return withMetricData(context, filters, async (_, data) => ({
    ...placeSelectedBrand(data, placeBrands(data)),
    breakdown: buildPromptBreakdown(data),
    brand: toTrackedBrand(data.scope.selectedBrand),
    periods: data.scope.periods,
    visibility: computeMetric(metricDefinitions.visibility, toMetricInput(data)),
  }));
}

function buildPromptBreakdown(data: MetricData): Map<string, PromptBreakdownRow> {
  const prompts = groupSegments(data, ({ promptId }) => promptId);
  const reasons = findUninformativePrompts(data);
  return new Map(
    buildBreakdown(prompts).map(([id, row]) => [
      id,
      { ...row, uninformativeReason: reasons.get(id) ?? null },
    ]),
  );
}
