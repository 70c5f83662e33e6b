import { type Change, computeRate, getGrade, type Metric, type Verdict } from '#lib/core/metric';

/** Builds a metric from its counts. */
export function buildMetric(numerator: number, denominator: number, change: Change | null = null): Metric {
  return {
    ...computeRate(numerator, denominator),
    clusteredInterval: null,
    effectiveAnswers: 0,
    grade: getGrade(denominator),
    change,
  };
}

/**
 * Builds a change of `difference` from a previous value of 30%, with an interval of ±2 points around the difference.
 * @param answers of each period
 */
export function buildChange(verdict: Verdict, difference: number, answers = 400): Change {
  return {
    previous: 0.3,
    current: 0.3 + difference,
    difference,
    interval: { low: difference - 0.02, high: difference + 0.02 },
    confidence: 0.95,
    judgedWith: null,
    rows: 1,
    prompts: 10,
    segments: 10,
    previousAnswers: answers,
    currentAnswers: answers,
    excludedEngines: [],
    verdict,
    reason: verdict === 'too early' ? 'few answers' : verdict === 'not comparable' ? 'models changed' : null,
  };
}

/** Builds the change of a metric without earlier answers. */
export function buildFirstChange(): Change {
  return { ...buildChange('not comparable', 0, 0), reason: 'no common segments', previous: null, prompts: 0 };
}
