/** An axis from 0 to `max` with its grid lines, at most five with the one at 0. */
export interface ShareAxis {
  max: number;
  ticks: number[];
}

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25];
const mostTicks = 5;

/** The axis of shares (0 to 1): starts at 0, ends at the first round step over the largest value, never past 1. */
export function buildShareAxis(largest: number): ShareAxis {
  const top = Math.min(1, Math.max(largest, 0.04));
  const step = steps.find((size) => Math.ceil(round(top / size)) < mostTicks) ?? 0.25;
  const count = Math.ceil(round(top / step));
  return {
    max: round(count * step),
    ticks: Array.from({ length: count + 1 }, (_, index) => round(index * step)),
  };
}

/** Days to label, evenly apart, counted back from the last so that it always has its label. */
export function pickDayTicks(days: readonly string[], most = 6): string[] {
  if (days.length <= most) return [...days];
  const step = niceDayStep(Math.ceil((days.length - 1) / (most - 1)));
  return days.filter((_, index) => (days.length - 1 - index) % step === 0);
}

/** Whole weeks where it is more than a few days, so that labels fall on the same weekday. */
function niceDayStep(least: number): number {
  return least <= 4 ? least : Math.ceil(least / 7) * 7;
}

/** Without the dust of binary fractions. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
