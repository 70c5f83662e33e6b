import type { Change } from '#lib/core/metric';
import { comparePeriods, type PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';
import { estimateAutocorrelation, RunShocks } from '#lib/dashboard/analytics/statistics/run-shocks';
import { current, type GeneratedAnswer, previousPeriods } from './generated-answers';
import { isMentioned, isWithinPeriod } from './reference-answers';
import { getSegmentKey, type ReferenceMetric, type Scope, sumBy } from './reference-definitions';

/** Builds the comparison of the segments answered in both periods, without engines whose model changed if others remain. */
function toComparison(scope: Scope, metric: ReferenceMetric): PeriodComparison {
  const segmentsBefore = new Set(scope.previousAnswers.map(getSegmentKey));
  const segmentsNow = new Set(scope.currentAnswers.map(getSegmentKey));
  const isPaired = (answer: GeneratedAnswer) =>
    segmentsBefore.has(getSegmentKey(answer)) && segmentsNow.has(getSegmentKey(answer));
  const isChanged = ({ engine }: GeneratedAnswer) => scope.hasNewModel && engine === 'chat';
  const paired = [...scope.previousAnswers, ...scope.currentAnswers].filter(isPaired);
  const hasUnchangedModel = paired.some((answer) => !isChanged(answer));
  const isCompared = (answer: GeneratedAnswer) =>
    isPaired(answer) && !(hasUnchangedModel && isChanged(answer)) && metric.isCounted(answer);
  const previousAnswers = scope.previousAnswers.filter(isCompared);
  const currentAnswers = scope.currentAnswers.filter(isCompared);
  const count = (answers: readonly GeneratedAnswer[]) => ({
    numerator: sumBy(answers, metric.numerator),
    denominator: sumBy(answers, metric.denominator),
    squares: sumBy(answers, metric.squares ?? metric.numerator),
    answers: sumBy(answers, metric.sampleSize),
  });
  return {
    kind: metric.kind,
    segments: [...Map.groupBy(currentAnswers, getSegmentKey)].flatMap(([key, group]) => {
      const [first] = group;
      if (!first) return [];
      return {
        promptId: `${first.prompt}`,
        engine: first.engine,
        current: count(group),
        previous: count(previousAnswers.filter((answer) => getSegmentKey(answer) === key)),
      };
    }),
    modelChanged: paired.length > 0 && !hasUnchangedModel,
    excludedEngines: hasUnchangedModel && paired.some(isChanged) ? ['chat'] : [],
    shocks: buildShocks(scope.page ?? scope, metric),
    autocorrelation: computeAutocorrelation(scope.page ?? scope),
  };
}

/** Sums a metric over the whole page by engine and day, and by segment, to estimate how much the answers of a run vary together. */
function buildShocks({ currentAnswers, previousAnswers }: Scope, metric: ReferenceMetric): RunShocks {
  const countBy = (getKey: (answer: GeneratedAnswer) => string) =>
    ([true, false] as const).flatMap((isCurrent) =>
      [
        ...Map.groupBy(
          (isCurrent ? currentAnswers : previousAnswers).filter(metric.isCounted),
          getKey,
        ).values(),
      ].flatMap((group) => {
        const [first] = group;
        if (!first) return [];
        const counts = {
          numerator: sumBy(group, metric.numerator),
          denominator: sumBy(group, metric.denominator),
        };
        return { engine: first.engine, day: first.day, isCurrent, ...counts };
      }),
    );
  return new RunShocks(
    countBy((answer) => `${answer.engine} ${answer.day}`),
    countBy(getSegmentKey),
  );
}

/**
 * Computes how much the daily visibility of a segment resembles that on its last earlier day with answers, within one
 * period. Uses only the first prompts by ID, at least one, with up to 24 segments in total.
 */
export function computeAutocorrelation({
  observed,
  currentAnswers,
  previousAnswers,
  hasComparison,
  ...scope
}: Scope): number {
  if (!hasComparison) return 0;
  const { definition, chosen, promptIds, compare } = scope;
  const isShown = (answer: GeneratedAnswer) =>
    answer.outcome !== 'failed' &&
    (isWithinPeriod(current)(answer) || isWithinPeriod(previousPeriods[compare])(answer));
  const byPrompt = [...Map.groupBy(observed.filter(isShown), ({ prompt }) => prompt)].sort(([a], [b]) =>
    (promptIds[a] ?? '') < (promptIds[b] ?? '') ? -1 : 1,
  );
  const usedPrompts = new Set<number>();
  let segmentCount = 0;
  for (const [prompt, answers] of byPrompt) {
    segmentCount += new Set(answers.map(getSegmentKey)).size;
    if (segmentCount > 24 && usedPrompts.size > 0) break;
    usedPrompts.add(prompt);
  }
  const isOutsideCurrentPeriod = (answer: GeneratedAnswer) => !isWithinPeriod(current)(answer);
  return estimateAutocorrelation(
    [currentAnswers, previousAnswers.filter(isOutsideCurrentPeriod)].flatMap((answers) =>
      [
        ...Map.groupBy(
          answers.filter(({ prompt }) => usedPrompts.has(prompt)),
          getSegmentKey,
        ).values(),
      ].map((segment) =>
        [...Map.groupBy(segment, ({ day }) => day)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(
            ([, dayAnswers]) =>
              dayAnswers.filter((answer) => isMentioned(definition, answer, chosen.brand)).length /
              dayAnswers.length,
          ),
      ),
    ),
  );
}

/** Compares all metrics of a page. Their changes are tested together. */
export function compareAll(metrics: readonly { scope: Scope; metric: ReferenceMetric }[]): (Change | null)[] {
  if (!metrics.some(({ scope }) => scope.hasComparison)) return metrics.map(() => null);
  return comparePeriods(metrics.map(({ scope, metric }) => toComparison(scope, metric)));
}
