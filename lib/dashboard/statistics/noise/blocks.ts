import { clamp } from '#lib/dashboard/statistics/numeric/arrays';
import type { ComparedPeriods, DayRange } from '#lib/dashboard/statistics/panel/panel';

/** Consecutive days that are added up before noise is estimated. */
export interface Block extends DayRange {
  /** The index of its span. */
  span: number;
}

/** Number of days before the (previous) period that noise is estimated from. */
export const historyDays = 182;

/** Fewer blocks than this are not made longer than a day. */
const minBlocks = 28;

const maxBlockDays = 7;

/** Returns the days from which the noise of a change is estimated: the earlier period with its history, and the later one. */
export function getChangeSpans(periods: ComparedPeriods): DayRange[] {
  const [earlier, ...later] = separatePeriods(periods);
  return [...getLevelSpans(earlier), ...later];
}

/** Returns the days of two periods in their order, of which none counts twice if they overlap. */
export function separatePeriods({ previous, current }: ComparedPeriods): [DayRange, ...DayRange[]] {
  const [earlier, later] = previous.from <= current.from ? [previous, current] : [current, previous];
  const rest = { from: Math.max(later.from, earlier.to), to: later.to };
  return rest.from < rest.to ? [earlier, rest] : [earlier];
}

/** Returns the days from which the noise of a level is estimated: the period with its history. */
export function getLevelSpans({ from, to }: DayRange): DayRange[] {
  return [{ from: Math.max(0, from - historyDays), to: Math.max(0, to) }];
}

/**
 * Divides spans into blocks of the same length, counted back from the end of each; what remains joins the first one if it
 * is shorter than half a block.
 */
export function divideIntoBlocks(spans: readonly DayRange[]): Block[] {
  const dayCount = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  const length = clamp(Math.floor(dayCount / minBlocks), 1, maxBlockDays);
  return spans.flatMap(({ from, to }, span) => {
    const blocks: Block[] = [];
    let end = to;
    while (end > from) {
      const start = Math.max(from, end - length);
      const joined = start - from < length / 2 ? from : start;
      blocks.unshift({ from: joined, to: end, span });
      end = joined;
    }
    return blocks;
  });
}
