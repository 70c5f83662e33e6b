import {
  getHalfWidth,
  type JudgedChange,
  judgeUnclear,
} from '#lib/dashboard/statistics/changes/judge-change';
import type { NumberVariance } from '#lib/dashboard/statistics/noise/variance';
import { add, at, total } from '#lib/dashboard/statistics/numeric/arrays';
import { getNormalProbability, normalQuantile } from '#lib/dashboard/statistics/numeric/distributions';

/** A change that is judged with others. */
export interface PoolRow {
  difference: number;
  precision: NumberVariance;
}

/** The estimate of a row, which all rows of its pool inform. */
export interface PooledRow extends Pick<JudgedChange, 'verdict' | 'reason'> {
  /** Probability that the true change is positive, and that it is negative. The rest is that of none. */
  up: number;
  down: number;
  /** 90% interval of the true change. */
  interval: { low: number; high: number };
}

export interface Pool {
  rows: PooledRow[];
  /** The shares of rows with no change and with changes of each size of `changeSizes`. */
  shares: Float64Array;
}

/** Standard deviations of true changes, in units of the metric; 0 for none. */
const changeSizes = [0, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64];

/** Prior knowledge about how common they are, in rows. */
const pseudoRows = [2, 0.5, 0.5, 0.5, 1, 1, 0.5];
const pseudoRowCount = total(pseudoRows, (rows) => rows);

/** Smaller standard errors count as this, so that no row divides by 0. */
const minError = 1e-12;

/** Number of steps of the expectation–maximization algorithm. */
const steps = 200;

/** Intervals are looked for up to as many standard deviations from the means of the mixture. */
const maxDeviations = 8;

/** The precision with which the probability of a limit is met. */
const rootTolerance = 1e-8;
const maxRootSteps = 60;

/** Probability from which a change is up or down. */
const certainty = 0.95;

/**
 * Judges the rows of a table together. Most rows do not change, so a difference that is large for one row is often noise
 * if it is the largest of many. How common changes of which size are is estimated from all rows; a row is up or down if
 * that is at least 95% probable.
 */
export function poolRows(rows: readonly PoolRow[], unit: number): Pool {
  const sizes = changeSizes.map((size) => size * unit);
  const errors = Float64Array.from(rows, ({ precision }) =>
    Math.max(minError, getHalfWidth(precision) / normalQuantile),
  );
  const likelihoods = new Float64Array(rows.length * sizes.length);
  for (const [row, { difference }] of rows.entries()) {
    for (const [index, size] of sizes.entries()) {
      const deviation = Math.hypot(at(errors, row), size);
      likelihoods[row * sizes.length + index] = Math.exp(-((difference / deviation) ** 2) / 2) / deviation;
    }
  }
  const shares = estimateShares(likelihoods, rows.length);
  return {
    shares,
    rows: rows.map(({ difference }, row) => {
      const own = likelihoods.subarray(row * sizes.length, (row + 1) * sizes.length);
      const evidence = total(own.keys(), (index) => at(own, index) * at(shares, index));
      const error = at(errors, row);
      const components = sizes.map((size, index) => {
        const kept = size ** 2 / (size ** 2 + error ** 2);
        return {
          probability: (at(own, index) * at(shares, index)) / evidence,
          mean: kept * difference,
          deviation: Math.sqrt(kept) * error,
        };
      });
      return judgeComponents(components, error * normalQuantile, unit);
    }),
  };
}

/** Estimates how common each size of change is: each step counts the rows by the probabilities of the last one. */
function estimateShares(likelihoods: Float64Array, rowCount: number): Float64Array {
  const count = changeSizes.length;
  const shares = Float64Array.from(pseudoRows, (rows) => rows / pseudoRowCount);
  const counts = new Float64Array(count);
  const parts = new Float64Array(count);
  for (let step = 0; step < steps; step += 1) {
    counts.set(pseudoRows);
    for (let start = 0; start < likelihoods.length; start += count) {
      let sum = 0;
      for (let index = 0; index < count; index += 1) {
        parts[index] = at(likelihoods, start + index) * at(shares, index);
        sum += at(parts, index);
      }
      for (let index = 0; index < count; index += 1) add(counts, index, at(parts, index) / sum);
    }
    for (let index = 0; index < count; index += 1) {
      shares[index] = at(counts, index) / (rowCount + pseudoRowCount);
    }
  }
  return shares;
}

/** A normal distribution in a mixture; with the deviation 0, a probability of exactly 0. */
interface Component {
  probability: number;
  mean: number;
  deviation: number;
}

function judgeComponents(components: readonly Component[], halfWidth: number, unit: number): PooledRow {
  const changes = components.filter(({ deviation }) => deviation > 0);
  const below = (value: number) =>
    total(
      changes,
      ({ probability, mean, deviation }) => probability * getNormalProbability((value - mean) / deviation),
    );
  const none = total(components, ({ probability, deviation }) => (deviation > 0 ? 0 : probability));
  const down = below(0);
  const up = Math.max(0, 1 - none - down);
  const furthest = Math.max(
    ...changes.map(({ mean, deviation }) => Math.abs(mean) + maxDeviations * deviation),
  );
  const getLimit = (p: number) => {
    if (p > down && p <= down + none) return 0;
    // The limit has the sign that the probabilities say, however exactly it is found.
    return p <= down
      ? findRoot(below, p, { low: -furthest, high: 0 })
      : findRoot(below, p - none, { low: 0, high: furthest });
  };
  const interval = { low: getLimit(1 - certainty), high: getLimit(certainty) };
  if (up >= certainty) return { verdict: 'up', reason: null, up, down, interval };
  if (down >= certainty) return { verdict: 'down', reason: null, up, down, interval };
  return { ...judgeUnclear(halfWidth, unit), up, down, interval };
}

/** Finds where an increasing function has a value between two limits (Illinois method, every fourth step bisection). */
function findRoot(
  compute: (x: number) => number,
  value: number,
  limits: { low: number; high: number },
): number {
  let { low, high } = limits;
  let [belowLow, belowHigh] = [compute(low) - value, compute(high) - value];
  if (belowLow >= 0) return low;
  if (belowHigh <= 0) return high;
  let side = 0;
  for (let step = 1; ; step += 1) {
    const secant = high - (belowHigh * (high - low)) / (belowHigh - belowLow);
    const middle = step % 4 === 0 ? (low + high) / 2 : secant;
    const difference = compute(middle) - value;
    if (Math.abs(difference) < rootTolerance || step === maxRootSteps) return middle;
    // If the same limit moves twice, the other one counts half, so that it moves as well.
    const isSame = Math.sign(difference) === side;
    side = Math.sign(difference);
    if (difference < 0) {
      [low, belowLow, belowHigh] = [middle, difference, isSame ? belowHigh / 2 : belowHigh];
    } else {
      [high, belowHigh, belowLow] = [middle, difference, isSame ? belowLow / 2 : belowLow];
    }
  }
}

/**
 * Judges changes of one table together. Those that are too early for lack of answers or cannot be compared keep their
 * verdict and do not count; the intervals of the others become 90% intervals of their true change.
 */
export function poolChanges(changes: readonly JudgedChange[], unit: number): JudgedChange[] {
  const rows = changes.flatMap(({ difference, precision }) =>
    difference !== null && precision ? [{ difference, precision }] : [],
  );
  const pooled = poolRows(rows, unit).rows.values();
  return changes.map((change) => {
    if (change.difference === null || !change.precision) return change;
    const row = pooled.next().value;
    return row ? { ...change, verdict: row.verdict, reason: row.reason, interval: row.interval } : change;
  });
}
