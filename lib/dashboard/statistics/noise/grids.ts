import { dayCorrelations } from '#lib/dashboard/statistics/noise/day-correlation';

/** A possible behavior of the answers of a segment. */
export interface SegmentPoint {
  /** a: the share of the variance of an answer that it has in common with other answers of the segment. */
  commonShare: number;
  /** The index of φ, the correlation of that part on consecutive days, in `dayCorrelations`. */
  correlation: number;
  /** Prior probability. */
  prior: number;
}

/** A possible size of the shifts that all segments of an engine have in common. */
export interface ShiftPoint {
  /** τ: its standard deviation, in units of the variance of an answer, which are logits. */
  size: number;
  /** The index of φ, the correlation of shifts of consecutive days, in `dayCorrelations`. */
  correlation: number;
  /** Prior probability. */
  prior: number;
}

const indexOf = (correlation: (typeof dayCorrelations)[number]) => dayCorrelations.indexOf(correlation);

const segmentCorrelations = [0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98] as const;
const commonShares = [0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 1];

/** Independent answers with probability 1/4; otherwise each of 49 combinations is as likely as another one. */
export const segmentGrid: readonly SegmentPoint[] = [
  { commonShare: 0, correlation: 0, prior: 1 / 4 },
  ...commonShares.flatMap((commonShare) =>
    segmentCorrelations.map((correlation) => ({
      commonShare,
      correlation: indexOf(correlation),
      prior: 3 / 4 / 49,
    })),
  ),
];

/** Sizes of shifts, with their prior probability for shifts of single runs and for shifts that last. */
const shiftSizes = [
  { size: 0.05, run: 0.05, lasting: 0.22 },
  { size: 0.1, run: 0.1, lasting: 0.18 },
  { size: 0.15, run: 0.1, lasting: 0.15 },
  { size: 0.2, run: 0.15, lasting: 0.15 },
  { size: 0.3, run: 0.2, lasting: 0.13 },
  { size: 0.4, run: 0.2, lasting: 0.09 },
  { size: 0.6, run: 0.15, lasting: 0.05 },
  { size: 0.9, run: 0.05, lasting: 0.03 },
];

const lastingCorrelations = [
  { correlation: 0.8, prior: 0.125 },
  { correlation: 0.9, prior: 0.1875 },
  { correlation: 0.95, prior: 0.3125 },
  { correlation: 0.98, prior: 0.375 },
] as const;

/** No shifts with probability 0.2, shifts of single runs with 0.2, and shifts that last with 0.6. */
export const shiftGrid: readonly ShiftPoint[] = [
  { size: 0, correlation: 0, prior: 0.2 },
  ...shiftSizes.map(({ size, run }) => ({ size, correlation: 0, prior: 0.2 * run })),
  ...lastingCorrelations.flatMap(({ correlation, prior }) =>
    shiftSizes.map(({ size, lasting }) => ({
      size,
      correlation: indexOf(correlation),
      prior: 0.6 * prior * lasting,
    })),
  ),
];
