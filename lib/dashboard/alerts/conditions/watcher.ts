import type { Period } from '#lib/core/time';
import type {
  AlertCondition,
  AlertEvidence,
  ConditionNames,
} from '#lib/dashboard/alerts/conditions/condition';
import type { Durations } from '#lib/dashboard/alerts/conditions/state';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/client';
import type { AlertState } from '#lib/db/schema/alerts';

/** What an alert remembers between evaluations. */
export interface AlertMemory {
  /** The first day of baselines: the new level is not compared with the one before an alert that has ended. */
  from?: string;
  /** The change that raised it. */
  shift?: { day: string; baselineFrom: string; before: number; difference: number };
  /** What the alert is about, if the condition leaves it open: a brand, a page or a domain. */
  subject?: string;
  /** The day on which it was raised. */
  raisedOn?: string;
}

/** The result of evaluating a condition. */
export interface Evaluation {
  /** Null if it cannot be evaluated. */
  isMet: boolean | null;
  /** Why it cannot be evaluated, as a sentence. */
  obstacle: string | null;
  evidence: AlertEvidence | null;
  memory: AlertMemory;
}

export interface EvaluationInput {
  /** A finished UTC day, or the current one for conditions that are not daily. */
  day: string;
  state: AlertState;
  memory: AlertMemory;
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
  /** Its competitors: all other brands. */
  competitorIds: readonly string[];
  /** The filters as a query string, without dates. */
  query: string;
}

/** How one kind of condition is watched. */
export interface Watcher<C extends AlertCondition> {
  durations: Durations;
  /** Days are evaluated once they are over; otherwise the condition is evaluated every few minutes. */
  isDaily: boolean;
  /** Reads what evaluations within the period need. */
  open(
    context: Context,
    watched: WatchedCondition<C>,
    period: Period,
  ): Promise<(input: EvaluationInput) => Evaluation>;
}

export function createUnknownEvaluation(memory: AlertMemory, obstacle: string): Evaluation {
  return { isMet: null, obstacle, evidence: null, memory };
}

export function createNotMetEvaluation(
  memory: AlertMemory,
  evidence: AlertEvidence | null = null,
): Evaluation {
  return { isMet: false, obstacle: null, evidence, memory };
}
