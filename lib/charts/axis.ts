/** An axis of shares from 0 to `max`, with at most five grid lines including 0. */
export interface ShareAxis {
  max: number;
  ticks: number[];
}

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25];
const maxTicks = 5;

/** Builds an axis from 0 to the first round step above the largest share, at most 1. */
export function buildShareAxis(largest: number): ShareAxis {
  const top = Math.min(1, Math.max(largest, 0.04));
  const step = steps.find((size) => Math.ceil(round(top / size)) < maxTicks) ?? 0.25;
  const count = Math.ceil(round(top / step));
  return {
    max: round(count * step),
    ticks: Array.from({ length: count + 1 }, (_, index) => round(index * step)),
  };
}

/** Picks the days to label: evenly spaced, always including the last. */
export function pickDayTicks(days: readonly string[], maxCount = 6): string[] {
  if (days.length <= maxCount) return [...days];
  const step = roundDayStep(Math.ceil((days.length - 1) / (maxCount - 1)));
  return days.filter((_, index) => (days.length - 1 - index) % step === 0);
}

/** Rounds up to whole weeks beyond four days, so that labels fall on the same weekday. */
function roundDayStep(minimum: number): number {
  return minimum <= 4 ? minimum : Math.ceil(minimum / 7) * 7;
}

/** Removes binary rounding errors. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
