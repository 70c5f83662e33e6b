import { expect } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { addDays, type Period } from '#lib/core/time';
import type { BrandDefinitions, FilterChoice, GeneratedAnswer } from './generated-answers';
import { countBrandCitations, isMentioned, isWithinPeriod, matchesFilters } from './reference-answers';
import { getSegmentKey, sumBy } from './reference-definitions';

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

/**
 * Returns a group's rates before and after the change, the mean change of its prompts, each averaged within segments, and
 * the number of prompts.
 */
export function toEffectGroup(group: AnswersAround, count: (answer: GeneratedAnswer) => number) {
  const computeGroupRate = (answers: readonly GeneratedAnswer[]) =>
    computeRate(sumBy(answers, count), answers.length);
  const changes = listPromptChanges(group, count);
  return {
    before: computeGroupRate(group.before),
    after: computeGroupRate(group.after),
    change: changes.length > 0 ? expect.closeTo(getMean(changes), 12) : null,
    promptCount: changes.length,
  };
}

/** Returns how much each prompt changed: the average over its segments, weighted by the precision of their changes. */
export function listPromptChanges(
  { before, after }: AnswersAround,
  count: (answer: GeneratedAnswer) => number,
): number[] {
  return [...Map.groupBy(after, ({ prompt }) => prompt).values()].map((own) => {
    let [sum, total] = [0, 0];
    for (const [key, current] of Map.groupBy(own, getSegmentKey)) {
      const previous = before.filter((answer) => getSegmentKey(answer) === key);
      const weight = 1 / (1 / current.length + 1 / previous.length);
      sum += weight * (sumBy(current, count) / current.length - sumBy(previous, count) / previous.length);
      total += weight;
    }
    return sum / total;
  });
}

/** Computes how much more the treated prompts gained than the control prompts, by Welch’s t test. */
export function compareChanges(treated: readonly number[], control: readonly number[]) {
  const [a, b] = [treated, control].map((changes) => ({
    error:
      sumBy(changes, (change) => (change - getMean(changes)) ** 2) / (changes.length - 1) / changes.length,
    degrees: changes.length - 1,
  }));
  if (!a || !b) throw new Error('There are two groups.');
  const variance = a.error + b.error;
  return {
    difference: getMean(treated) - getMean(control),
    deviation: Math.sqrt(variance),
    degrees: variance ** 2 / (a.error ** 2 / a.degrees + b.error ** 2 / b.degrees),
  };
}

function getMean(values: readonly number[]): number {
  return sumBy(values, (value) => value) / values.length;
}
