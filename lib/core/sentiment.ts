import type { SentimentMetric } from '#lib/core/metric';

/** Says why no sentiment is shown without a language model, and what to do. */
export const sentimentNeedsModel =
  'Sentiment needs a language model: set one under API & webhooks → Providers.';

/** The name in the API if no language model classifies sentences. */
export const noClassifier = 'none';

/**
 * The English word list of version 0.1.0, in reports that were frozen then. It was right in 33 to 51% of independent
 * sentences, so no version since shows its values.
 */
export const retiredClassifier = 'AFINN-165, English';

/** Returns whether sentiment is measured at all: only a language model of the organization classifies sentences. */
export function hasSentiment({ classifier }: Pick<SentimentMetric, 'classifier'>): boolean {
  return classifier !== null;
}

/** How often the classifier agrees with the labels of members, in one language. */
export interface LanguageAccuracy {
  /** ISO 639-1; `und` if the language of prompts is unknown. */
  language: string;
  /** Sentences that members labeled, and those of them that the classifier classified in the same way. */
  labeled: number;
  correct: number;
}

/** Sentences that members label in each language, drawn from those that the classifier classified. */
export const sampleSize = 30;
const minAccuracy = 0.75;

/** Returns whether sentiment is off in a language, because the classifier is wrong too often in it. */
export function isLanguageOff({ labeled, correct }: LanguageAccuracy): boolean {
  return labeled >= sampleSize && correct / labeled < minAccuracy;
}
