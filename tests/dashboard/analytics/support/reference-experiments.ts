import { expect } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { addDays, type Period } from '#lib/core/time';
import type { ComparedSegment } from '#lib/dashboard/analytics/statistics/compare-periods';
import type { BrandDefinitions, FilterChoice, GeneratedAnswer } from './generated-answers';
import { countBrandCitations, isMentioned, isWithinPeriod, matchesFilters } from './reference-answers';
import { getSegmentKey, sumBy } from './reference-definitions';
import { createRandom } from './seeded-random';

/** A generated change of an experiment. */
export interface GeneratedChange {
  changedOn: string;
  /** Indexes of the treated prompts. */
  treated: number[];
}

/** Returns the longest windows of equal length before and after the change that the limits allow; null if they allow none. */
export function findWindows(
  changedOn: string,
  { first, last, maxDays }: { first: string; last: string; maxDays: number },
): { before: Period; after: Period } | null {
  let days = 0;
  while (days < maxDays && addDays(changedOn, days) <= last && addDays(changedOn, -1 - days) >= first)
    days += 1;
  return days === 0
    ? null
    : {
        before: { from: addDays(changedOn, -days), to: addDays(changedOn, -1) },
        after: { from: changedOn, to: addDays(changedOn, days - 1) },
      };
}

/** Lists the answers in each window that match the filters: all of them, and those of segments answered in both windows. */
export function listAnswersAround(
  answers: readonly GeneratedAnswer[],
  { definition, chosen }: { definition: BrandDefinitions; chosen: FilterChoice },
  { before, after }: { before: Period; after: Period },
) {
  const answered = answers
    .filter(matchesFilters(definition, chosen))
    .filter(({ outcome }) => outcome === 'answered');
  const all = {
    before: answered.filter(isWithinPeriod(before)),
    after: answered.filter(isWithinPeriod(after)),
  };
  const [segmentsBefore, segmentsAfter] = [
    new Set(all.before.map(getSegmentKey)),
    new Set(all.after.map(getSegmentKey)),
  ];
  const isPaired = (answer: GeneratedAnswer) =>
    segmentsBefore.has(getSegmentKey(answer)) && segmentsAfter.has(getSegmentKey(answer));
  return { all, paired: { before: all.before.filter(isPaired), after: all.after.filter(isPaired) } };
}

/** Defines how much an answer adds to the numerator of each rate of an experiment. */
export function defineRates(definition: BrandDefinitions, brand: number) {
  return {
    visibility: (answer: GeneratedAnswer) => (isMentioned(definition, answer, brand) ? 1 : 0),
    citationRate: (answer: GeneratedAnswer) => (countBrandCitations(definition, answer, brand) > 0 ? 1 : 0),
  };
}

interface AnswersAround {
  before: GeneratedAnswer[];
  after: GeneratedAnswer[];
}

/** Returns a group's rates before and after the change, the average change within segments, and the number of prompts. */
export function toEffectGroup(group: AnswersAround, count: (answer: GeneratedAnswer) => number) {
  const computeGroupRate = (answers: readonly GeneratedAnswer[]) =>
    computeRate(sumBy(answers, count), answers.length);
  const change = averageChange(toSegments(group, count));
  return {
    before: computeGroupRate(group.before),
    after: computeGroupRate(group.after),
    change: Number.isNaN(change) ? null : expect.closeTo(change, 12),
    promptCount: new Set(group.after.map(({ prompt }) => prompt)).size,
  };
}

/** Returns a group's counts by segment. */
export function toSegments(
  { before, after }: AnswersAround,
  count: (answer: GeneratedAnswer) => number,
): ComparedSegment[] {
  const sum = (answers: readonly GeneratedAnswer[]) => ({
    numerator: sumBy(answers, count),
    denominator: answers.length,
  });
  return [...Map.groupBy(after, getSegmentKey)].flatMap(([key, group]) => {
    const [first] = group;
    if (!first) return [];
    const earlier = before.filter((answer) => getSegmentKey(answer) === key);
    return { promptId: `${first.prompt}`, engine: first.engine, current: sum(group), previous: sum(earlier) };
  });
}

function averageChange(segments: readonly ComparedSegment[]): number {
  const weights = segments.map(
    ({ current, previous }) => 1 / (1 / current.denominator + 1 / previous.denominator),
  );
  const changes = segments.map(
    ({ current, previous }, index) =>
      (weights[index] ?? 0) *
      (current.numerator / current.denominator - previous.numerator / previous.denominator),
  );
  return sumBy(changes, (change) => change) / sumBy(weights, (weight) => weight);
}

/** Computes how much more the treated prompts gained than the control prompts. */
export function computeDifferenceInDifferences(
  treated: readonly ComparedSegment[],
  control: readonly ComparedSegment[],
): number {
  return averageChange(treated) - averageChange(control);
}

/** Computes the standard deviation of the effect by resampling the prompts of each group. */
export function computeResampledDeviation(
  treated: readonly ComparedSegment[],
  control: readonly ComparedSegment[],
): number {
  const random = createRandom(1);
  const resample = (group: readonly ComparedSegment[]) => {
    const byPrompt = [...Map.groupBy(group, ({ promptId }) => promptId).values()];
    return byPrompt.flatMap(() => byPrompt[Math.floor(random() * byPrompt.length)] ?? []);
  };
  const values = Array.from({ length: 1_000 }, () =>
    computeDifferenceInDifferences(resample(treated), resample(control)),
  );
  const mean = sumBy(values, (value) => value) / values.length;
  return Math.sqrt(sumBy(values, (value) => (value - mean) ** 2) / values.length);
}
