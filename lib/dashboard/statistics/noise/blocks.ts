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

/** Returns the days from which the noise of a change is estimated: the previous period with its history, and the current. */
export function getChangeSpans({ previous, current }: ComparedPeriods): DayRange[] {
  return [...getLevelSpans(previous), current];
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
