import { z95 } from '#lib/core/metric';
import { normalPValue } from '#lib/dashboard/analytics/statistics/two-proportions';

/*
 * Student's t by the normal distribution (Wallace, Annals of Mathematical Statistics 30, 1959): within 1% of the
 * tables from four degrees of freedom on. The two functions are each other's inverse, so an interval leaves out 0
 * exactly where its p-value is under 0.05.
 */

/** The quantile of a two-sided 95% interval. */
export function studentTQuantile95(degreesOfFreedom: number): number {
  const z = (z95 * (8 * degreesOfFreedom + 3)) / (8 * degreesOfFreedom + 1);
  return Math.sqrt(degreesOfFreedom * Math.expm1(z ** 2 / degreesOfFreedom));
}

/** The two-sided p-value of a t. */
export function studentTPValue(t: number, degreesOfFreedom: number): number {
  const scale = (8 * degreesOfFreedom + 1) / (8 * degreesOfFreedom + 3);
  return normalPValue(scale * Math.sqrt(degreesOfFreedom * Math.log1p(t ** 2 / degreesOfFreedom)));
}
