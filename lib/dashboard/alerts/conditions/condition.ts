import { z } from 'zod';
import { defineMessages } from '#lib/core/messages';
import { isUuid } from '#lib/core/text';

/* Loaded by browsers, so it must not import database code. */

export const watchedMetrics = [
  'visibility',
  'shareOfVoice',
  'position',
  'citationRate',
  'sentiment',
] as const;
export type WatchedMetric = (typeof watchedMetrics)[number];

export const metricLabels: Readonly<Record<WatchedMetric, string>> = {
  visibility: 'Visibility',
  shareOfVoice: 'Share of voice',
  position: 'Position',
  citationRate: 'Citation rate',
  sentiment: 'Sentiment',
};

/** The unit that the denominator of each metric counts, in the singular. */
export const countNouns: Readonly<Record<WatchedMetric, string>> = {
  visibility: 'answer',
  shareOfVoice: 'mention',
  position: 'mention',
  citationRate: 'answer',
  sentiment: 'sentence',
};

const percent = (message: string) => z.number(message).min(1, message).max(100, message);

/** The condition that an alert watches. `minChange` is in points, or in ranks for position. */
export const conditionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('metric'),
    metric: z.enum(watchedMetrics),
    minChange: z
      .number('Enter the smallest change that matters.')
      .min(0.1, 'Enter at least 0.1.')
      .max(100, 'Enter at most 100.'),
    direction: z
      .enum(['either', 'up', 'down'])
      .describe('The fast tier watches up or down, the strict tier either.'),
    tier: z
      .enum(['fast', 'strict'])
      .optional()
      .describe(
        'fast: one direction, found within days; strict: either direction, with almost no false alarms. By default the one that watches the direction.',
      ),
  }),
  z.object({
    kind: z.literal('overtaken'),
    /** Null for any competitor. */
    competitorId: z.string().refine(isUuid, 'Choose a competitor.').nullable(),
  }),
  z.object({ kind: z.literal('page-lost') }),
  z.object({ kind: z.literal('new-domain'), top: z.union([z.literal(5), z.literal(10), z.literal(20)]) }),
  z.object({ kind: z.literal('model-changed') }),
  z.object({ kind: z.literal('run-failed'), minMissing: percent('Enter a percentage from 1 to 100.') }),
  z.object({
    kind: z.literal('credits-low'),
    minCredits: z
      .int('Enter a whole number of credits.')
      .min(1, 'Enter at least 1 credit.')
      .max(1_000_000_000, 'Enter at most 1,000,000,000 credits.'),
  }),
]);
export type AlertCondition = z.output<typeof conditionSchema>;

/** Returns the tier of a condition on a metric: only the strict one watches both directions. */
export function getTier({ direction }: Pick<MetricCondition, 'direction'>): 'fast' | 'strict' {
  return direction === 'either' ? 'strict' : 'fast';
}

type MetricCondition = Extract<AlertCondition, { kind: 'metric' }>;

/** Sets the tier of a condition on a metric, which is stored with every alert since there are tiers. */
export function setTier(condition: AlertCondition): AlertCondition {
  return condition.kind === 'metric' ? { ...condition, tier: getTier(condition) } : condition;
}

/** The smallest changes that alerts watch, in points or ranks: 5% of the unit of the metric. */
const minChanges: Readonly<Record<WatchedMetric, number>> = {
  visibility: 5,
  shareOfVoice: 5,
  citationRate: 5,
  position: 0.25,
  sentiment: 10,
};

/** Returns the smallest change that an alert reports, in points or ranks. */
export function getMinChange({ metric, minChange }: Pick<MetricCondition, 'metric' | 'minChange'>): number {
  return Math.max(minChange, minChanges[metric]);
}

/** Returns the singular noun for what the `answers` of an alert count, such as "answer" or "mention". */
export function getCountNoun(condition: AlertCondition): string {
  return condition.kind === 'metric' ? countNouns[condition.metric] : 'answer';
}

/** Returns the category of a condition: a finding about the brand, or the health of the monitoring itself. */
export function getCategory({ kind }: Pick<AlertCondition, 'kind'>): 'finding' | 'monitoring' {
  return kind === 'model-changed' || kind === 'run-failed' || kind === 'credits-low'
    ? 'monitoring'
    : 'finding';
}

/** Names that the sentence of a condition contains. */
export interface ConditionNames {
  /** The brand that the alert's filters select. */
  brand: string;
  /** Competitors by ID. */
  competitors: Readonly<Record<string, string>>;
}

const messages = defineMessages({
  metric:
    '{metric} of {brand} {direction, select, either {changes} up {rises} down {falls} other {}} by at least {minChange, plural, one {# point} other {# points}}',
  position:
    '{metric} of {brand} {direction, select, either {changes} up {gets better} down {gets worse} other {}} by at least {minChange, plural, one {# rank} other {# ranks}}',
  overtaken: '{competitor} overtakes {brand} in visibility',
  pageLost: 'A page of {brand} is no longer cited',
  newDomain: 'A new domain is among the {top, number} most cited',
  runFailed: 'At least {percent}% of a run’s answers are missing',
  credits: 'Fewer than {minCredits, plural, one {# credit is} other {# credits are}} left this month',
});

/** Describes a condition as a sentence: "Visibility of Acme changes by at least 5 points". */
export function describeCondition(condition: AlertCondition, { brand, competitors }: ConditionNames): string {
  switch (condition.kind) {
    case 'metric': {
      const { metric, direction } = condition;
      return (metric === 'position' ? messages.position : messages.metric)({
        metric: metricLabels[metric],
        brand,
        direction,
        minChange: getMinChange(condition),
      });
    }
    case 'overtaken': {
      const { competitorId } = condition;
      const competitor =
        competitorId === null ? 'A competitor' : (competitors[competitorId] ?? 'A deleted competitor');
      return messages.overtaken({ competitor, brand });
    }
    case 'page-lost':
      return messages.pageLost({ brand });
    case 'new-domain':
      return messages.newDomain({ top: condition.top });
    case 'model-changed':
      return 'The model behind an engine changes';
    case 'run-failed':
      return messages.runFailed({ percent: String(condition.minMissing) });
    case 'credits-low':
      return messages.credits({ minCredits: condition.minCredits });
  }
}

/** The reason why an alert was raised or cleared. */
export interface AlertEvidence {
  /** Describes the change and its numbers in one or more sentences. */
  summary: string;
  details: { label: string; value: string }[];
  /**
   * In the metric's unit: shares from 0 to 1, ranks, or sentiment and leads from −1 to 1. Null if nothing was estimated.
   */
  numbers: AlertNumbers | null;
  /** Shows how the metric crossed the boundary. */
  chart?: AlertChart;
  /** The page that shows these numbers, with its filters as a query string. */
  view: { page: string; query: string };
}

export interface AlertNumbers {
  before: number;
  after: number;
  difference: number;
  /** The interval of the difference: 95%, or from its confidence sequence. */
  low: number;
  high: number;
  /** Answers; for position and share of voice, mentions; for sentiment, sentences. */
  answersBefore: number;
  answersAfter: number;
  /** The first day of the baseline, and the first day of the change. */
  baselineFrom: string;
  changedOn: string;
}

/** A metric before and after a change, with one entry per day in each list. */
export interface AlertChart {
  /** `lead` is the share of answers that mention a competitor minus the share that mention the brand. */
  unit: 'share' | 'ranks' | 'sentiment' | 'lead';
  /** The first day; the last is the one on which the condition was met. */
  from: string;
  /** Null on days without answers. */
  values: (number | null)[];
  /** Answers of the day; for position and share of voice, mentions; for sentiment, sentences. */
  answers: number[];
  /**
   * Before the change, the average of the baseline; then the average since the change, or null while it has too few answers.
   */
  averages: (number | null)[];
  /**
   * The condition is met if the average since the change is above this value (below, for a fall). Null before the change,
   * while there are too few answers since, and for metrics, which have no such value.
   */
  boundaries: (number | null)[];
}
