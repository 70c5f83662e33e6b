import { add, at } from '#lib/dashboard/statistics/numeric/arrays';
import type { DayRange } from '#lib/dashboard/statistics/panel/panel';

/**
 * Values of φ, the correlation of two consecutive days: that of days t and t' is φ to the power of |t−t'|. With 0, each
 * day is independent.
 */
export const dayCorrelations = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98] as const;

/**
 * The variance of a weighted sum of days, by φ: Σ w_t w_t' φ^|t−t'| over all pairs of days. Weights of a difference of two
 * periods are positive in one and negative in the other.
 * @param weights by day
 */
export function correlateDays(weights: Float64Array): Float64Array {
  return Float64Array.from(dayCorrelations, (correlation) => {
    let variance = 0;
    // Σ w_t' φ^(t−t') of the days before t
    let before = 0;
    for (const weight of weights) {
      variance += weight * (weight + 2 * before);
      before = correlation * (before + weight);
    }
    return variance;
  });
}

/**
 * The covariance of the averages of two blocks of days, by φ: the mean of φ^|t−t'| over the run days t and t' in them.
 * Blocks have to be in the order of time. Position of blocks b and c: b × number of blocks + c.
 * @param runDays by block
 */
export function correlateBlocks(blocks: readonly DayRange[], runDays: readonly number[][]): Float64Array[] {
  return dayCorrelations.map((correlation) => {
    const mean = (days: readonly number[], toLag: (day: number) => number) => {
      let sum = 0;
      for (const day of days) sum += correlation ** toLag(day);
      return days.length > 0 ? sum / days.length : 0;
    };
    const kernel = new Float64Array(blocks.length ** 2);
    const fromStart = Float64Array.from(blocks, ({ from }, index) =>
      mean(runDays[index] ?? [], (day) => day - from),
    );
    const toEnd = Float64Array.from(blocks, ({ to }, index) =>
      mean(runDays[index] ?? [], (day) => to - 1 - day),
    );
    for (const [index, block] of blocks.entries()) {
      const days = runDays[index] ?? [];
      const own = days.map((day) => mean(days, (other) => Math.abs(day - other)));
      for (const value of own) add(kernel, index * blocks.length + index, value / days.length);
      for (let later = index + 1; later < blocks.length; later += 1) {
        const gap = (blocks[later]?.from ?? 0) - (block.to - 1);
        const value = at(toEnd, index) * correlation ** gap * at(fromStart, later);
        kernel[index * blocks.length + later] = value;
        kernel[later * blocks.length + index] = value;
      }
    }
    return kernel;
  });
}
