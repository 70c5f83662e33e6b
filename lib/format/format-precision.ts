import type { Interval } from '#lib/core/metric';
import {
  formatInterval,
  formatPoints,
  formatPointTenths,
  formatPosition,
  formatPositionChange,
  formatSentiment,
} from '#lib/core/numbers';
import type { ChangeUnit } from '#lib/format/format-change';

interface PrecisionFormat {
  /** Formats a distance from the value, with a sign. */
  formatDistance: (distance: number) => string;
  formatRange: (interval: Interval) => string;
  /** Sides that differ by more are shown as a range. */
  tolerance: number;
}

const formatEnds = (format: (value: number) => string) => (interval: Interval) =>
  `${format(interval.low)} to ${format(interval.high)}`;
const shareFormat = {
  formatDistance: (distance: number) =>
    Math.abs(distance) < 0.0095 ? formatPointTenths(distance) : formatPoints(distance),
  formatRange: (interval: Interval) => `${formatInterval(interval)}%`,
  tolerance: 0.01,
};
const formats: Record<ChangeUnit, PrecisionFormat> = {
  points: shareFormat,
  tenths: shareFormat,
  position: {
    formatDistance: formatPositionChange,
    formatRange: formatEnds(formatPosition),
    tolerance: 0.1,
  },
  sentiment: { formatDistance: formatSentiment, formatRange: formatEnds(formatSentiment), tolerance: 1 },
};

/**
 * Formats how exact a value is: "±3 points", "±0.4" or, if its interval reaches further on one side, "0.5 to 6%". Null without an
 * interval.
 */
export function formatPrecision(
  value: number | null,
  interval: Interval | null,
  unit: ChangeUnit = 'points',
): string | null {
  if (value === null || interval === null) return null;
  const { formatDistance, tolerance } = formats[unit];
  const [below, above] = [value - interval.low, interval.high - value];
  if (Math.abs(above - below) >= tolerance) return formatRange(interval, unit);
  return `±${formatDistance(Math.max(above, below)).replace('+', '')}`;
}

/** Formats an interval of values: "35 to 41%", "1.8 to 2.4". */
export function formatRange(interval: Interval, unit: ChangeUnit = 'points'): string {
  return formats[unit].formatRange(interval);
}
