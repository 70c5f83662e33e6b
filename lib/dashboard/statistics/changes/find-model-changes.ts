import {
  measureModelChange,
  type ServedModels,
} from '#lib/dashboard/statistics/changes/measure-model-change';
import { total } from '#lib/dashboard/statistics/numeric/arrays';

/** The answers of an engine's models on a day with answers, by name of the model. */
export interface ServedDay {
  day: string;
  answers: ReadonlyMap<string, number>;
}

/** A day from which an engine serves other models. */
export interface FoundModelChange {
  day: string;
  /** The day whose answers made the change certain: the same day if one model replaced another after a week or more. */
  foundOn: string;
  /** The model whose share fell most, and the one whose share rose most. */
  before: string;
  now: string;
}

/** Maximum number of days that are compared on each side of a change. */
const comparedDays = 28;
/** With fewer days after it, only a replacement counts as a change: one odd day does not change a mix. */
const minDaysOfMix = 3;
const replacedShare = 0.9;
/** A change of the same models within this many days goes on with the previous one. */
const transitionDays = 14;

/**
 * Finds the days on which the models that an engine serves changed. After each day, the models of up to 28 days before and
 * after every day since the last change are compared; if some differ by more than the noise (`measureModelChange`), the
 * change is on the day that splits the answers best. So a change is found once, whatever follows, and a router that mixes
 * models steadily changes on no day.
 * @param days the days with answers, oldest first
 */
export function findModelChanges(days: readonly ServedDay[]): FoundModelChange[] {
  const sumDays = createSums(days);
  const changes: FoundModelChange[] = [];
  let since = 0;
  for (const [index, { day: foundOn }] of days.entries()) {
    const end = index + 1;
    if (sumDays(since, end).answers.size < 2) continue;
    const first = Math.max(since + 1, end - comparedDays);
    const splits = Array.from({ length: Math.max(0, end - first) }, (_, offset) => {
      const start = first + offset;
      return {
        before: sumDays(Math.max(since, start - comparedDays), start),
        after: sumDays(start, end),
        start,
      };
    });
    if (!splits.some(isChange)) continue;
    const found = findBestSplit(splits);
    const day = found && days[found.start]?.day;
    if (!found || day === undefined) continue;
    const names = nameModels(found);
    const last = changes.at(-1);
    const goesOn =
      found.start - since < transitionDays && last?.before === names.before && last.now === names.now;
    if (!goesOn) changes.push({ day, foundOn, ...names });
    since = found.start;
  }
  return changes;
}

/** The models before and from a day on. */
interface Split {
  before: ServedModels;
  after: ServedModels;
  /** The index of the day. */
  start: number;
}

function isChange({ before, after }: Split): boolean {
  const change = measureModelChange(after, before);
  if (!change?.isChanged || change.distance < change.noise) return false;
  return change.distance >= replacedShare || after.runDays >= minDaysOfMix;
}

/** Returns the split whose two sides are most alike within themselves: that with the highest likelihood. */
function findBestSplit(splits: readonly Split[]): Split | undefined {
  const [first] = splits;
  if (!first) return undefined;
  // All splits are of the same days, those of the first one.
  const all = addModels(first.before, first.after);
  let best: { split: Split; likelihood: number } | undefined;
  for (const split of splits) {
    const likelihood = getLikelihood(subtractModels(all, split.after)) + getLikelihood(split.after.answers);
    if (!best || likelihood > best.likelihood) best = { split, likelihood };
  }
  return best?.split;
}

/** Returns the logarithm of the likelihood of answers with the shares of their models. */
function getLikelihood(answers: ReadonlyMap<string, number>): number {
  const all = total(answers.values(), (count) => count);
  return total(answers.values(), (count) => (count > 0 ? count * Math.log(count / all) : 0));
}

function addModels(a: ServedModels, b: ServedModels): Map<string, number> {
  const names = new Set([...a.answers.keys(), ...b.answers.keys()]);
  return new Map([...names].map((name) => [name, (a.answers.get(name) ?? 0) + (b.answers.get(name) ?? 0)]));
}

function subtractModels(all: ReadonlyMap<string, number>, { answers }: ServedModels): Map<string, number> {
  return new Map([...all].map(([name, count]) => [name, count - (answers.get(name) ?? 0)]));
}

/** Returns the models whose shares fell and rose most. */
function nameModels({ before, after }: Split): { before: string; now: string } {
  const differences = [...addModels(before, after).keys()]
    .map((name) => ({ name, difference: getShare(after, name) - getShare(before, name) }))
    .sort((a, b) => a.difference - b.difference);
  return { before: differences[0]?.name ?? '', now: differences.at(-1)?.name ?? '' };
}

function getShare({ answers }: ServedModels, name: string): number {
  return (answers.get(name) ?? 0) / total(answers.values(), (count) => count);
}

/** Returns a function that sums the models from the day at `start` to the one before `end`. */
function createSums(days: readonly ServedDay[]): (start: number, end: number) => ServedModels {
  const names = [...new Set(days.flatMap(({ answers }) => [...answers.keys()]))];
  const sums = names.map((name) => {
    const sum = new Float64Array(days.length + 1);
    for (const [index, { answers }] of days.entries()) {
      sum[index + 1] = (sum[index] ?? 0) + (answers.get(name) ?? 0);
    }
    return { name, sum };
  });
  return (start, end) => {
    const answers = new Map<string, number>();
    for (const { name, sum } of sums) {
      const count = (sum[end] ?? 0) - (sum[start] ?? 0);
      if (count > 0) answers.set(name, count);
    }
    return { answers, runDays: end - start };
  };
}
