/** Reads a number of an array; 0 outside of it. Only for one type of array, because the engine can then optimize it. */
export function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

/** Adds an amount to a number of an array. */
export function add(values: Float64Array, index: number, amount: number): void {
  values[index] = (values[index] ?? 0) + amount;
}

/** Adds up numbers, or what `read` gives for each item. */
export function total<T>(items: Iterable<T>, read: (item: T) => number): number {
  let result = 0;
  for (const item of items) result += read(item);
  return result;
}

/** Adds up the products of two arrays of the same length. */
export function dot(a: Float64Array, b: Float64Array): number {
  let result = 0;
  for (let index = 0; index < a.length; index += 1) result += at(a, index) * at(b, index);
  return result;
}

/** Adds `factor` times an array to another one. */
export function addScaled(target: Float64Array, source: Float64Array, factor: number): void {
  for (let index = 0; index < target.length; index += 1) add(target, index, factor * at(source, index));
}

/** Turns logarithms of weights into weights with the sum 1. */
export function toWeights(logarithms: Float64Array): number[] {
  const max = Math.max(...logarithms);
  const weights = Array.from(logarithms, (value) => Math.exp(value - max));
  const sum = total(weights, (weight) => weight);
  return weights.map((weight) => weight / sum);
}

/** Limits a number to an interval. */
export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
