import { add, at, dot } from '#lib/dashboard/statistics/numeric/arrays';

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
  const picked = Float64Array.from(columns, (column) => at(values, start + column));
  const result = new Float64Array(count);
  for (let contrast = 0; contrast < count; contrast += 1) {
    result[contrast] = dot(getRow(weights, contrast, columns.length), picked);
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
  for (const [row, block] of columns.entries()) {
    for (const [column, other] of columns.entries()) {
      const scale = scales ? at(scales, row) * at(scales, column) : 1;
      picked[row * length + column] = scale * at(covariances, block * blockCount + other);
    }
  }
  const result = new Float64Array(count);
  for (let contrast = 0; contrast < count; contrast += 1) {
    const own = getRow(weights, contrast, length);
    for (let row = 0; row < length; row += 1) {
      add(result, contrast, at(own, row) * dot(own, getRow(picked, row, length)));
    }
  }
  return result;
}

const getRow = (matrix: Float64Array, row: number, length: number) =>
  matrix.subarray(row * length, (row + 1) * length);
