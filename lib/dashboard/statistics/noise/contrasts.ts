import { add, at } from '#lib/dashboard/statistics/numeric/arrays';

/**
 * Contrasts of blocks: sums with weights that are orthogonal to each other and to the mean (discrete cosine transform II),
 * so that the level of a segment cannot influence them. The first tell slow changes, the last fast ones.
 */
export interface Contrasts {
  /** The indices of the blocks. */
  columns: readonly number[];
  /** Number of contrasts, one less than blocks. */
  count: number;
  /** The weights. Position of contrast j and block b: j × number of columns + b. */
  weights: Float64Array;
}

/** D_jb = √(2/L) cos(πj(b+½)/L) for L blocks and j = 1 … L−1. */
export function createContrasts(columns: readonly number[]): Contrasts {
  const length = columns.length;
  const count = Math.max(0, length - 1);
  const weights = new Float64Array(count * length);
  for (let contrast = 0; contrast < count; contrast += 1) {
    for (let block = 0; block < length; block += 1) {
      const angle = (Math.PI * (contrast + 1) * (block + 0.5)) / length;
      weights[contrast * length + block] = Math.sqrt(2 / length) * Math.cos(angle);
    }
  }
  return { columns, count, weights };
}

/** Returns the contrasts of values, given by block (of all blocks, from `start` on). */
export function applyContrasts(
  { columns, count, weights }: Contrasts,
  values: Float64Array,
  start = 0,
): Float64Array {
  const length = columns.length;
  const result = new Float64Array(count);
  for (let block = 0; block < length; block += 1) {
    const value = at(values, start + (columns[block] ?? 0));
    for (let contrast = 0; contrast < count; contrast += 1)
      add(result, contrast, at(weights, contrast * length + block) * value);
  }
  return result;
}

/** Returns the variances of contrasts whose blocks are independent with these variances (by column). */
export function varyIndependently(contrasts: Contrasts, variances: Float64Array): Float64Array {
  const { columns, count, weights } = contrasts;
  const result = new Float64Array(count);
  for (let contrast = 0; contrast < count; contrast += 1) {
    for (let block = 0; block < columns.length; block += 1) {
      add(result, contrast, at(weights, contrast * columns.length + block) ** 2 * at(variances, block));
    }
  }
  return result;
}

/**
 * Returns the variances of contrasts whose blocks have these covariances.
 * @param covariances of all blocks: position of blocks b and c is b × `blockCount` + c
 * @param scales factors of the blocks, by column
 */
export function varyTogether(
  { columns, count, weights }: Contrasts,
  covariances: Float64Array,
  blockCount: number,
  scales?: Float64Array,
): Float64Array {
  const length = columns.length;
  const picked = new Float64Array(length * length);
  for (let row = 0; row < length; row += 1) {
    const start = (columns[row] ?? 0) * blockCount;
    for (let column = 0; column < length; column += 1) {
      const scale = scales ? at(scales, row) * at(scales, column) : 1;
      picked[row * length + column] = scale * at(covariances, start + (columns[column] ?? 0));
    }
  }
  const result = new Float64Array(count);
  for (let contrast = 0; contrast < count; contrast += 1) {
    const own = contrast * length;
    let variance = 0;
    for (let row = 0; row < length; row += 1) {
      let sum = 0;
      for (let column = 0; column < length; column += 1)
        sum += at(weights, own + column) * at(picked, row * length + column);
      variance += at(weights, own + row) * sum;
    }
    result[contrast] = variance;
  }
  return result;
}
