import { formatDecimalInput, parseDecimal } from '#lib/core/numbers';
import type { AlertInput } from '#lib/dashboard/alerts/alerts';
import type { AlertCondition } from '#lib/dashboard/alerts/conditions/condition';

/** The fields of the alert dialog for all kinds of conditions. Numbers are kept as they are typed. */
export interface AlertDraft {
  kind: AlertCondition['kind'];
  metric: Extract<AlertCondition, { kind: 'metric' }>['metric'];
  direction: 'either' | 'up' | 'down';
  /** In points, or in ranks if the metric is the position. */
  minChange: string;
  /** Empty for any competitor. */
  competitorId: string;
  /** The number of most cited domains that a new domain must be among. */
  top: '5' | '10' | '20';
  /** Percentage of the answers of a run. */
  minMissing: string;
  minCredits: string;
  /** The filters as a query string; empty for all answers. */
  query: string;
}

export const emptyDraft: AlertDraft = {
  kind: 'metric',
  metric: 'visibility',
  direction: 'either',
  minChange: '5',
  competitorId: '',
  top: '10',
  minMissing: '20',
  minCredits: '1000',
  query: '',
};

/** Converts a condition and its filters to the dialog's fields. */
export function toDraft(condition: AlertCondition, query: string): AlertDraft {
  const draft = { ...emptyDraft, kind: condition.kind, query };
  switch (condition.kind) {
    case 'metric':
      return {
        ...draft,
        metric: condition.metric,
        direction: condition.direction,
        minChange: formatDecimalInput(condition.minChange),
      };
    case 'overtaken':
      return { ...draft, competitorId: condition.competitorId ?? '' };
    case 'new-domain':
      return { ...draft, top: `${condition.top}` };
    case 'run-failed':
      return { ...draft, minMissing: formatDecimalInput(condition.minMissing) };
    case 'credits-low':
      return { ...draft, minCredits: String(condition.minCredits) };
    default:
      return draft;
  }
}

/** Converts the dialog's fields to an alert. Text that is not a number becomes NaN, which fails validation. */
export function toAlertInput(draft: AlertDraft): AlertInput {
  const { query } = draft;
  switch (draft.kind) {
    case 'metric': {
      const { kind, metric, direction, minChange } = draft;
      return { condition: { kind, metric, direction, minChange: parseDecimal(minChange) }, query };
    }
    case 'overtaken':
      return { condition: { kind: draft.kind, competitorId: draft.competitorId || null }, query };
    case 'new-domain': {
      const top = ([5, 10, 20] as const).find((count) => `${count}` === draft.top) ?? 10;
      return { condition: { kind: draft.kind, top }, query };
    }
    case 'run-failed':
      return { condition: { kind: draft.kind, minMissing: parseDecimal(draft.minMissing) }, query: '' };
    case 'credits-low':
      return { condition: { kind: draft.kind, minCredits: parseDecimal(draft.minCredits) }, query: '' };
    case 'page-lost':
    case 'model-changed':
      return { condition: { kind: draft.kind }, query };
  }
}
