import { buildShareAxis } from '#lib/charts/axis';
import { formatTick } from '#lib/format/numbers';

/** The CSS color of a brand by its colorIndex: 0 the own brand, 1 to 8 competitors; the same on every chart. */
export function getBrandColor(colorIndex: number): string {
  return `var(--brand-${Number.isInteger(colorIndex) && colorIndex >= 0 && colorIndex <= 8 ? colorIndex : 8})`;
}

/** One class of shares, to be told by how strong its color is. */
export interface ShareStep {
  /** From 0 to 1; a value on the border belongs to the step above. */
  from: number;
  to: number;
  /** How much of the accent is in it, from 0 to 1. */
  strength: number;
  /** "20% to 40%". */
  label: string;
}

const weakest = 0.14;

/** At most five even steps from 0 to over the largest value, the weakest still told from the page. */
export function buildShareSteps(largest: number): ShareStep[] {
  const { ticks } = buildShareAxis(largest);
  const count = ticks.length - 1;
  return ticks.slice(0, -1).map((from, index) => {
    const to = ticks[index + 1] ?? 1;
    return {
      from,
      to,
      strength: count === 1 ? 1 : weakest + ((1 - weakest) * index) / (count - 1),
      label: `${formatTick(from)} to ${formatTick(to)}`,
    };
  });
}

/** The step a value lies in; null where nothing was measured. */
export function findShareStep(steps: readonly ShareStep[], value: number | null): ShareStep | null {
  if (value === null) return null;
  return steps.findLast(({ from }) => value >= from) ?? null;
}

/** The CSS color of a step. Under words it is less than half as strong, so that they stay readable by day and night. */
export function getShareStepColor({ strength }: Pick<ShareStep, 'strength'>, underWords = false): string {
  const percent = Math.round(strength * (underWords ? 44 : 100));
  return `color-mix(in oklab, var(--accent) ${percent}%, var(--surface))`;
}
