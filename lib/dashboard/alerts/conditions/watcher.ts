import type { Period } from '#lib/core/time';
import type {
  AlertCondition,
  AlertEvidence,
  ConditionNames,
} from '#lib/dashboard/alerts/conditions/condition';
import type { Durations } from '#lib/dashboard/alerts/conditions/state';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/context';
import type { AlertState } from '#lib/db/schema/alerts';

/** The data that an evaluation of an alert passes to the next one. */
export interface EvaluationData {
  /** The first day that baselines may include; set when an alert about a change is cleared. */
  from?: string;
  /**
   * The day of the last citation of each page whose loss was reported. A page is reported again only if it was cited
   * since.
   */
  reportedPages?: Record<string, string>;
  /** The change that raised the alert. */
  shift?: { day: string; baselineFrom: string; before: number; difference: number };
  /** The ID of the competitor, or the page or the domain, that raised the alert. */
  subject?: string;
  /** The day on which the alert was raised. */
  raisedOn?: string;
}

/** The result of evaluating a condition. */
export interface Evaluation {
  /** Null if the condition cannot be evaluated. */
  isMet: boolean | null;
  /** The reason why it cannot be evaluated, as a sentence; otherwise null. */
  unknownReason: string | null;
  /** The reason for the result, for the history; null if there is nothing new to report. */
  evidence: AlertEvidence | null;
  data: EvaluationData;
}

export interface EvaluationInput {
  /** A finished day, or the current one for conditions that are not daily. */
  day: string;
  state: AlertState;
  data: EvaluationData;
}

/** The condition of an alert with everything that its watcher needs. */
export interface WatchedCondition<C extends AlertCondition = AlertCondition> {
  projectId: string;
  condition: C;
  /** The alert's filters. */
  filters: MetricFilters;
  names: ConditionNames;
  /** The brand that the filters select, by default the project's own. */
  brandId: string;
  /** All other tracked brands. */
  competitorIds: readonly string[];
  /** The filters as a query string, without dates. */
  query: string;
}

/** Evaluates one kind of condition. */
export interface Watcher<C extends AlertCondition> {
  durations: Durations;
  /** True if each day is evaluated once, after its end. Otherwise, the condition is evaluated every few minutes. */
  isDaily: boolean;
  /** Reads the data of a period and returns the function that evaluates its days. */
  prepare(
    context: Context,
    watched: WatchedCondition<C>,
    period: Period,
  ): Promise<(input: EvaluationInput) => Evaluation>;
}

export function createUnknownEvaluation(data: EvaluationData, unknownReason: string): Evaluation {
  return { isMet: null, unknownReason, evidence: null, data };
}

export function createNotMetEvaluation(
  data: EvaluationData,
  evidence: AlertEvidence | null = null,
): Evaluation {
  return { isMet: false, unknownReason: null, evidence, data };
}
