import type { Change } from '#lib/core/metric';
import { comparePeriods, type PeriodComparison } from '#lib/dashboard/analytics/statistics/compare-periods';
import { estimateAutocorrelation, RunShocks } from '#lib/dashboard/analytics/statistics/run-shocks';
import { current, type GeneratedAnswer, previousPeriods } from './generated-answers';
import { isMentioned, isWithinPeriod } from './reference-answers';
import { getSegmentKey, type ReferenceMetric, type Scope, sumBy } from './reference-definitions';

/** Compares only segments answered in both periods, without engines whose model changed if any others remain. */
function toComparison(scope: Scope, measure: ReferenceMetric): PeriodComparison {
  const segmentsBefore = new Set(scope.previousAnswers.map(getSegmentKey));
  const segmentsNow = new Set(scope.currentAnswers.map(getSegmentKey));
  const isPaired = (one: GeneratedAnswer) =>
    segmentsBefore.has(getSegmentKey(one)) && segmentsNow.has(getSegmentKey(one));
  const isChanged = ({ engine }: GeneratedAnswer) => scope.newModel && engine === 'chat';
  const paired = [...scope.previousAnswers, ...scope.currentAnswers].filter(isPaired);
  const hasUnchangedModel = paired.some((one) => !isChanged(one));
  const isCompared = (one: GeneratedAnswer) =>
    isPaired(one) && !(hasUnchangedModel && isChanged(one)) && measure.isCounted(one);
  const previousAnswers = scope.previousAnswers.filter(isCompared);
  const currentAnswers = scope.currentAnswers.filter(isCompared);
  const count = (answers: readonly GeneratedAnswer[]) => ({
    numerator: sumBy(answers, measure.numerator),
    denominator: sumBy(answers, measure.denominator),
    squares: sumBy(answers, measure.squares ?? measure.numerator),
    answers: sumBy(answers, measure.sampleSize),
  });
  return {
    kind: measure.kind,
    segments: [...Map.groupBy(currentAnswers, getSegmentKey)].flatMap(([key, group]) => {
      const [first] = group;
      if (!first) return [];
      return {
        promptId: `${first.prompt}`,
        engine: first.engine,
        current: count(group),
        previous: count(previousAnswers.filter((one) => getSegmentKey(one) === key)),
      };
    }),
    modelChanged: paired.length > 0 && !hasUnchangedModel,
    excludedEngines: hasUnchangedModel && paired.some(isChanged) ? ['chat'] : [],
    shocks: findShocks(scope.page ?? scope, measure),
    autocorrelation: computeAutocorrelation(scope.page ?? scope),
  };
}

/** Counts a metric by engine and day over the whole page. */
function findShocks({ currentAnswers, previousAnswers }: Scope, measure: ReferenceMetric): RunShocks {
  const countBy = (getKey: (one: GeneratedAnswer) => string) =>
    ([true, false] as const).flatMap((isCurrent) =>
      [
        ...Map.groupBy(
          (isCurrent ? currentAnswers : previousAnswers).filter(measure.isCounted),
          getKey,
        ).values(),
      ].flatMap((group) => {
        const [first] = group;
        if (!first) return [];
        const counts = {
          numerator: sumBy(group, measure.numerator),
          denominator: sumBy(group, measure.denominator),
        };
        return { engine: first.engine, day: first.day, isCurrent, ...counts };
      }),
    );
  return new RunShocks(
    countBy((one) => `${one.engine} ${one.day}`),
    countBy(getSegmentKey),
  );
}

/** Computes how much the daily visibility in a segment resembles that of the day before, over the first segments. */
export function computeAutocorrelation({
  observed,
  currentAnswers,
  previousAnswers,
  compared,
  ...scope
}: Scope): number {
  if (!compared) return 0;
  const { definition, chosen, promptIds, compare } = scope;
  const isShown = (one: GeneratedAnswer) =>
    one.outcome !== 'failed' &&
    (isWithinPeriod(current)(one) || isWithinPeriod(previousPeriods[compare])(one));
  const byPrompt = [...Map.groupBy(observed.filter(isShown), ({ prompt }) => prompt)].sort(([a], [b]) =>
    (promptIds[a] ?? '') < (promptIds[b] ?? '') ? -1 : 1,
  );
  const sample = new Set<number>();
  let segmentCount = 0;
  for (const [prompt, answers] of byPrompt) {
    segmentCount += new Set(answers.map(getSegmentKey)).size;
    if (segmentCount > 24 && sample.size > 0) break;
    sample.add(prompt);
  }
  const isOld = (one: GeneratedAnswer) => !isWithinPeriod(current)(one);
  return estimateAutocorrelation(
    [currentAnswers, previousAnswers.filter(isOld)].flatMap((answers) =>
      [
        ...Map.groupBy(
          answers.filter(({ prompt }) => sample.has(prompt)),
          getSegmentKey,
        ).values(),
      ].map((segment) =>
        [...Map.groupBy(segment, ({ day }) => day)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(
            ([, ofDay]) =>
              ofDay.filter((one) => isMentioned(definition, one, chosen.brand)).length / ofDay.length,
          ),
      ),
    ),
  );
}

/** Compares all metrics of a page, whose changes are tested together. */
export function compareAll(shown: readonly { scope: Scope; measure: ReferenceMetric }[]): (Change | null)[] {
  if (!shown.some(({ scope }) => scope.compared)) return shown.map(() => null);
  return comparePeriods(shown.map(({ scope, measure }) => toComparison(scope, measure)));
}
