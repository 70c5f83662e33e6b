declare module 'jstat' {
  /** Student's t distribution; `degreesOfFreedom` need not be an integer. */
  export const studentt: {
    cdf: (t: number, degreesOfFreedom: number) => number;
    inv: (p: number, degreesOfFreedom: number) => number;
  };
  export const beta: {
    inv: (p: number, alpha: number, beta: number) => number;
  };
  export const normal: {
    cdf: (x: number, mean: number, standardDeviation: number) => number;
  };
  /** The natural logarithm of the gamma function. */
  export function gammaln(x: number): number;
  /** Inverts a square matrix. */
  export function inv(matrix: number[][]): number[][];
}
