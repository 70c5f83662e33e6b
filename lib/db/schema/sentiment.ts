import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, organizationId } from '#lib/db/schema/columns';

/**
 * The language model that classifies an organization's sentences, called with the organization's own key. Without a row,
 * no sentence is classified.
 */
export const sentimentClassifiers = pgTable('sentiment_classifiers', {
  organizationId: organizationId().primaryKey(),
  /** Shown with every sentiment, such as "OpenAI gpt-5-mini". */
  name: text().notNull(),
  provider: text().notNull(),
  model: text().notNull(),
  /** Answers requested before this are not classified. */
  since: instant('since').notNull(),
  /** US dollars per million tokens, as entered by the member who enabled it. */
  inputPrice: doublePrecision('input_price').notNull(),
  outputPrice: doublePrecision('output_price').notNull(),
  inputTokens: bigint('input_tokens', { mode: 'number' }).notNull().default(0),
  outputTokens: bigint('output_tokens', { mode: 'number' }).notNull().default(0),
  /** Why the last requests failed; null after a success. */
  error: text(),
  /** When requests are sent again after a failure; null otherwise. */
  retryAt: instant('retry_at'),
  createdAt: createdAt(),
});

/** Sentences as classified by a language model. The same sentence about the same brand is classified only once. */
export const classifiedSentences = pgTable(
  'classified_sentences',
  {
    organizationId: organizationId(),
    /** Derived from the classifier, the brand and the sentence. */
    id: uuid().notNull(),
    sentence: text().notNull(),
    /** `positive`, `neutral` or `negative`; null if the model did not classify it. */
    sentiment: text().$type<'positive' | 'neutral' | 'negative'>(),
    /** Aspects that the sentence praises or criticizes, such as `price:negative`. */
    aspects: text().array().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

/** What members think of classified sentences, by which the accuracy of the classifier is measured. */
export const sentenceLabels = pgTable(
  'sentence_labels',
  {
    organizationId: organizationId(),
    /** The ID in `classified_sentences`, which is derived from the classifier too. */
    sentenceId: uuid('sentence_id').notNull(),
    classifier: text().notNull(),
    /** ISO 639-1; `und` if the language of the prompt was unknown. */
    language: text().notNull(),
    sentiment: text().$type<'positive' | 'neutral' | 'negative'>().notNull(),
    labeledBy: uuid('labeled_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.sentenceId] }),
    check('sentence_labels_sentiment', sql`${table.sentiment} IN ('positive', 'neutral', 'negative')`),
  ],
);

/** Answers whose sentences are to be classified. */
export const sentimentQueue = pgTable(
  'sentiment_queue',
  {
    organizationId: organizationId(),
    requestedAt: instant('requested_at').notNull(),
    answerId: uuid('answer_id').notNull(),
    scoringVersion: integer('scoring_version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.requestedAt, table.answerId, table.scoringVersion] }),
  ],
);
