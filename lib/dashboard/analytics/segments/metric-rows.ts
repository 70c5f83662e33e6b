import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import {
  type MetricCounts,
  type MetricInput,
  type MetricRow,
  type ModelChanges,
  zeroCounts,
} from '#lib/dashboard/analytics/segments/compute-metrics';
import type { ProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  isPaired,
  type Segment,
  type SegmentCounts,
  type SegmentData,
} from '#lib/dashboard/analytics/segments/read-segments';

/** Selects the paired rows for comparisons: the rows of engines whose model did not change, or all rows if there are none. */
export function selectCompared<Row extends { engine: string }>(
  paired: readonly Row[],
  { models }: ProjectScope,
): { compared: Set<Row>; models: ModelChanges } {
  const { true: changed = [], false: unchanged = [] } = Object.groupBy(paired, ({ engine }) =>
    models.get(engine)?.changed ? 'true' : 'false',
  );
  if (unchanged.length === 0) {
    return { compared: new Set(paired), models: { excludedEngines: [], modelChanged: paired.length > 0 } };
  }
  const excludedEngines = [...new Set(changed.map(({ engine }) => engine))].sort();
  return { compared: new Set(unchanged), models: { excludedEngines, modelChanged: false } };
}

/** Returns the selected brand's counts of some segments. */
export function toMetricInput(
  segments: readonly Segment[],
  scope: ProjectScope,
  filters: MetricFilters,
): MetricInput {
  const { compared, models } = selectCompared(segments.filter(isPaired), scope);
  const rows = segments.map((segment): MetricRow => {
    const isCompared = compared.has(segment);
    return {
      promptId: segment.promptId,
      isBrandedPrompt: segment.isBrandedPrompt,
      pairCount: isCompared ? 1 : 0,
      all: segment.now,
      now: isCompared ? segment.now : zeroCounts,
      before: isCompared ? segment.before : zeroCounts,
    };
  });
  return { rows, scope, brand: scope.selectedBrand, filters, models };
}

/** Joins the counts that all brands share, from `segments`, with the counts of each brand, from `brandPrompts`. */
export function toBrandMetricInputs(
  { segments, brandPrompts }: SegmentData,
  scope: ProjectScope,
  filters: MetricFilters,
): MetricInput[] {
  const { compared, models } = selectCompared(segments.filter(isPaired), scope);
  const countsByBrand = Map.groupBy(brandPrompts, ({ brandId }) => brandId);
  return scope.brands.map((brand) => {
    const rows = sumByPrompt(segments, compared);
    for (const counts of countsByBrand.get(brand.id) ?? []) {
      const row = rows.get(counts.promptId);
      if (!row) continue;
      Object.assign(row.all, counts.all);
      Object.assign(row.now, counts.now);
      Object.assign(row.before, counts.before);
    }
    return { rows: [...rows.values()], scope, brand, filters, models };
  });
}

function sumByPrompt(segments: readonly Segment[], compared: ReadonlySet<Segment>): Map<string, MetricRow> {
  const rows = new Map<string, MetricRow>();
  for (const segment of segments) {
    const { promptId, isBrandedPrompt, now, before } = segment;
    const row = rows.get(promptId) ?? {
      promptId,
      isBrandedPrompt,
      pairCount: 0,
      all: { ...zeroCounts },
      now: { ...zeroCounts },
      before: { ...zeroCounts },
    };
    addSharedCounts(row.all, now);
    if (compared.has(segment)) {
      row.pairCount += 1;
      addSharedCounts(row.now, now);
      addSharedCounts(row.before, before);
    }
    rows.set(promptId, row);
  }
  return rows;
}

function addSharedCounts(sum: MetricCounts, { answers, citations, allMentioned }: SegmentCounts): void {
  sum.answers += answers;
  sum.citations += citations;
  sum.allMentioned += allMentioned;
}

/** Returns the sum of one count over the current period. */
export function sumCurrent(segments: readonly Segment[], count: keyof SegmentCounts): number {
  return segments.reduce((total, { now }) => total + now[count], 0);
}

/** Whether every answer comes from the sandbox's fictional market. */
export function isAllFictional(segments: readonly Segment[]): boolean {
  const answered = segments.filter(({ now, before }) => now.answers + before.answers > 0);
  return answered.length > 0 && answered.every(({ isFictional }) => isFictional);
}
