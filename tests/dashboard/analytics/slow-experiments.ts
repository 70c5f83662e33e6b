import { computeRate } from '#lib/core/metric';
import { addDays, type Period } from '#lib/core/time';
import type { PairedCluster } from '#lib/dashboard/analytics/statistics/uncertainty';
import type { Chosen, Definition, MadeUp } from './made-up';
import { randomOf } from './seeded-random';
import { citationsOfBrand, during, isChosen, isNamed } from './slow-answers';
import { cellOf, clustersOf, sumOf } from './slow-figures';

/** A change made up, its prompts by their numbers. */
export interface MadeUpChange {
  changedOn: string;
  treated: number[];
}

/** As many days before as after, day by day, until there is no more room on a side; null without any. */
export function windowsAround(
  changedOn: string,
  { first, last, most }: { first: string; last: string; most: number },
): { before: Period; after: Period } | null {
  let days = 0;
  while (days < most && addDays(changedOn, days) <= last && addDays(changedOn, -1 - days) >= first) days += 1;
  return days === 0
    ? null
    : {
        before: { from: addDays(changedOn, -days), to: addDays(changedOn, -1) },
        after: { from: changedOn, to: addDays(changedOn, days - 1) },
      };
}

/** Answers that what was chosen speaks of, before the change and after it, and those of cells asked in both. */
export function answersAround(
  answers: readonly MadeUp[],
  { definition, chosen }: { definition: Definition; chosen: Chosen },
  { before, after }: { before: Period; after: Period },
) {
  const answered = answers
    .filter(isChosen(definition, chosen))
    .filter(({ outcome }) => outcome === 'answered');
  const all = { before: answered.filter(during(before)), now: answered.filter(during(after)) };
  const [cellsBefore, cellsNow] = [new Set(all.before.map(cellOf)), new Set(all.now.map(cellOf))];
  const isPaired = (one: MadeUp) => cellsBefore.has(cellOf(one)) && cellsNow.has(cellOf(one));
  return { all, paired: { before: all.before.filter(isPaired), now: all.now.filter(isPaired) } };
}

/** What a rate of experiments counts, an answer at a time. */
export function countsOf(definition: Definition, brand: number) {
  return {
    visibility: (one: MadeUp) => (isNamed(definition, one, brand) ? 1 : 0),
    citationRate: (one: MadeUp) => (citationsOfBrand(definition, one, brand) > 0 ? 1 : 0),
  };
}

interface Around {
  before: MadeUp[];
  now: MadeUp[];
}

/** One group's rate before and after, and how many prompts it has. */
export function armOf({ before, now }: Around, count: (one: MadeUp) => number) {
  const rate = (answers: readonly MadeUp[]) => computeRate(sumOf(answers, count), answers.length);
  return { before: rate(before), now: rate(now), promptCount: new Set(now.map(({ prompt }) => prompt)).size };
}

/** One group prompt by prompt. */
export function promptsOf({ before, now }: Around, count: (one: MadeUp) => number): PairedCluster[] {
  const measure = { numerator: count, denominator: () => 1 };
  const earlier = clustersOf(before, measure);
  return [...clustersOf(now, measure)].map(([prompt, cluster]) => ({
    now: cluster,
    before: earlier.get(prompt) ?? { numerator: 0, denominator: 0 },
  }));
}

/** How much more one group of prompts gained than the other. */
export function differenceInDifferences(
  treated: readonly PairedCluster[],
  control: readonly PairedCluster[],
): number {
  const share = (group: readonly PairedCluster[], period: keyof PairedCluster) =>
    sumOf(group, (one) => one[period].numerator) / sumOf(group, (one) => one[period].denominator);
  const gain = (group: readonly PairedCluster[]) => share(group, 'now') - share(group, 'before');
  return gain(treated) - gain(control);
}

/** The standard deviation of that over groups drawn anew from the prompts of each. */
export function resampledDeviation(
  treated: readonly PairedCluster[],
  control: readonly PairedCluster[],
): number {
  const random = randomOf(1);
  const drawn = (group: readonly PairedCluster[]) =>
    group.flatMap(() => group[Math.floor(random() * group.length)] ?? []);
  const values = Array.from({ length: 1_000 }, () => differenceInDifferences(drawn(treated), drawn(control)));
  const mean = sumOf(values, (value) => value) / values.length;
  return Math.sqrt(sumOf(values, (value) => (value - mean) ** 2) / values.length);
}
