import jstat from 'jstat';
import { z } from 'zod';

/** Maximum number of complete days before today that a forecast is based on. */
export const maxHistoryDays = 28;
/** Minimum number of complete days that a forecast needs. */
export const minHistoryDays = 3;
/** The share of months in which the actual usage should lie within the range. */
export const forecastCoverage = 0.9;

export interface ForecastInput {
  /** The credits charged on each complete day, oldest first, up to yesterday. */
  history: readonly number[];
  /** Credits charged this month, including today. */
  used: number;
  /** The balance, including holds, since they are part of the usage to come. */
  remaining: number;
  /** Days until the month ends, including the rest of today. */
  daysLeft: number;
}

export const forecastSchema = z.object({
  basedOnDays: z.int().describe('The number of days that the forecast is based on.'),
  expected: z.number().describe('Credits charged by the end of the month, if the balance is large enough.'),
  // See `forecastCoverage`.
  low: z.number().describe('Lower end of the range that should contain the actual usage in 90% of months.'),
  high: z.number().describe('Upper end of that range.'),
  runsOutInDays: z
    .number()
    .nullable()
    .describe(
      'The number of days from now until the credits run out; null if they last until the end of the month.',
    ),
  runsOutInDaysAtEarliest: z
    .number()
    .nullable()
    .describe('The same if usage is at the upper end of the range.'),
});
export type UsageForecast = z.output<typeof forecastSchema>;

/**
 * Forecasts the usage of a month: what was used, plus the mean of the last complete days for each day that is left. The
 * range is the prediction interval of that sum by Student's t-distribution, `mean·d ± t·s·√(d + d²/n)`, for d days
 * that are left and n complete days with the standard deviation s. It covers both the variation between days and the
 * uncertainty of the mean. It assumes that the remaining days resemble those before.
 * @returns null without enough complete days
 */
export function forecastUsage({ history, used, remaining, daysLeft }: ForecastInput): UsageForecast | null {
  const days = history.slice(-maxHistoryDays);
  const count = days.length;
  if (count < minHistoryDays) return null;
  const mean = days.reduce((sum, credits) => sum + credits, 0) / count;
  const variance = days.reduce((sum, credits) => sum + (credits - mean) ** 2, 0) / (count - 1);
  const tQuantile = jstat.studentt.inv(1 - (1 - forecastCoverage) / 2, count - 1);
  const getHalfWidth = (ahead: number) => tQuantile * Math.sqrt(variance * (ahead + ahead ** 2 / count));
  const findRunOutDay = (predict: (ahead: number) => number) => {
    if (remaining <= 0) return 0;
    for (let ahead = 1; ahead < daysLeft; ahead += 1) if (predict(ahead) >= remaining) return ahead;
    return predict(daysLeft) >= remaining ? daysLeft : null;
  };
  const halfWidth = getHalfWidth(daysLeft);
  return {
    basedOnDays: count,
    expected: Math.round(used + mean * daysLeft),
    low: Math.round(used + Math.max(0, mean * daysLeft - halfWidth)),
    high: Math.round(used + mean * daysLeft + halfWidth),
    runsOutInDays: findRunOutDay((ahead) => mean * ahead),
    runsOutInDaysAtEarliest: findRunOutDay((ahead) => mean * ahead + getHalfWidth(ahead)),
  };
}
