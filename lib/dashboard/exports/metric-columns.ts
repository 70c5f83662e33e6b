import { type Change, getInterval, type MeanMetric, type Metric, type Rate } from '#lib/core/metric';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';

const decimals = 6;

/** Rounds to six decimals, which removes binary fraction noise; null stays null. */
export function roundValue(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toFixed(decimals));
}

/** Labels of the columns of a rate; each key starts with `key`. */
export function rateLabels(key: string, label: string): Record<string, string> {
  return {
    [key]: label,
    [`${key}_low`]: `${label}, 95% interval from`,
    [`${key}_high`]: `${label}, 95% interval to`,
    [`${key}_numerator`]: `${label}, counted`,
    [`${key}_denominator`]: `${label}, of`,
  };
}

/** Values of a rate, by the keys of `rateLabels`. */
export function rateValues(key: string, rate: Rate | Metric | null): ExportedRow {
  const interval = rate && getInterval(rate);
  return {
    [key]: roundValue(rate?.value),
    [`${key}_low`]: roundValue(interval?.low),
    [`${key}_high`]: roundValue(interval?.high),
    [`${key}_numerator`]: rate?.numerator ?? null,
    [`${key}_denominator`]: rate?.denominator ?? null,
  };
}

/** Labels of the columns of a mean and the answers it is averaged over. */
export function meanLabels(key: string, label: string): Record<string, string> {
  return { [key]: label, [`${key}_answers`]: `${label}, over answers` };
}

export function meanValues(key: string, figure: MeanMetric): ExportedRow {
  return { [key]: roundValue(figure.mean), [`${key}_answers`]: figure.answers };
}

/** Labels of the columns of a change. */
export function changeLabels(key: string, label: string): Record<string, string> {
  return {
    [`${key}_change`]: `${label}, change`,
    [`${key}_change_low`]: `${label}, change, 95% interval from`,
    [`${key}_change_high`]: `${label}, change, 95% interval to`,
    [`${key}_verdict`]: `${label}, verdict on the change`,
  };
}

export function changeValues(key: string, change: Change | null): ExportedRow {
  return {
    [`${key}_change`]: roundValue(change?.difference),
    [`${key}_change_low`]: roundValue(change?.interval?.low),
    [`${key}_change_high`]: roundValue(change?.interval?.high),
    [`${key}_verdict`]: change?.verdict ?? null,
  };
}
