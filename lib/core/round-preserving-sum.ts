/**
 * Rounds values to multiples of a step so that their sum is the rounded sum (largest remainder method). A value moves by less
 * than a step.
 */
export function roundPreservingSum(values: readonly number[], step: number): number[] {
  const floors = values.map((value) => Math.floor(value / step));
  const sum = values.reduce((total, value) => total + value, 0);
  const missing = Math.round(sum / step) - floors.reduce((total, floor) => total + floor, 0);
  const byRemainder = values
    .map((value, index) => ({ index, remainder: value / step - (floors[index] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder);
  const roundedUp = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  // Adding 0 turns −0 into 0.
  return floors.map((floor, index) => (floor + (roundedUp.has(index) ? 1 : 0)) * step + 0);
}

/** Rounds two values so that the later minus the earlier one is their rounded difference: 57.4 to 66.6 is 57 to 66, up 9. */
export function roundStep({ before, after }: { before: number; after: number }, step: number) {
  const [negated = 0, rounded = 0] = roundPreservingSum([-before, after], step);
  return { before: 0 - negated, after: rounded };
}
