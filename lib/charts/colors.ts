import { buildShareAxis } from '#lib/charts/axis';
import { formatTick } from '#lib/format/numbers';

/** Returns the CSS color of a brand: 0 is the project's own brand, 1 to 8 are competitors. */
export function getBrandColor(colorIndex: number): string {
  return `var(--brand-${Number.isInteger(colorIndex) && colorIndex >= 0 && colorIndex <= 8 ? colorIndex : 8})`;
}

/** A range of shares, shown by the strength of the color. */
export interface ShareStep {
  /** From 0 to 1; a value on the border belongs to the next step. */
  from: number;
  to: number;
  /** How much of the accent color it has, from 0 to 1. */
  strength: number;
  /** "20% to 40%". */
  label: string;
}

const minStrength = 0.14;

/** Builds at most five even steps from 0 to the largest value; the weakest is still visible. */
export function buildShareSteps(largest: number): ShareStep[] {
  const { ticks } = buildShareAxis(largest);
  const count = ticks.length - 1;
  return ticks.slice(0, -1).map((from, index) => {
    const to = ticks[index + 1] ?? 1;
    return {
      from,
      to,
      strength: count === 1 ? 1 : minStrength + ((1 - minStrength) * index) / (count - 1),
      label: `${formatTick(from)} to ${formatTick(to)}`,
    };
  });
}

/** Finds the step of a value; null for null. */
export function findShareStep(steps: readonly ShareStep[], value: number | null): ShareStep | null {
  if (value === null) return null;
  return steps.findLast(({ from }) => value >= from) ?? null;
}

/** Returns the CSS color of a step. Behind text it is weaker, so that the text stays readable in both themes. */
export function getShareStepColor({ strength }: Pick<ShareStep, 'strength'>, isBehindText = false): string {
  const percent = Math.round(strength * (isBehindText ? 44 : 100));
  return `color-mix(in oklab, var(--accent) ${percent}%, var(--surface))`;
}
