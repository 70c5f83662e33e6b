import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, organizationId } from '#lib/db/schema/columns';

const requestedAt = () => instant('requested_at').notNull();
/** Pages read the rows whose version equals `projects.scoring_version`. */
const scoringVersion = () => integer('scoring_version').notNull().default(1);

/** One answer, kept indefinitely; partitioned by month of `requested_at` in its migration. */
export const answers = pgTable(
  'answers',
  {
    organizationId: organizationId(),
    requestedAt: requestedAt(),
    /** The ID of its run item. */
    id: uuid().notNull(),
    projectId: uuid('project_id').notNull(),
    runId: uuid('run_id').notNull(),
    taskId: uuid('task_id').notNull(),
    promptId: uuid('prompt_id').notNull(),
    engine: text().notNull(),
    country: text().notNull(),
    sample: integer().notNull(),
    /** `answered`, `no_answer` or `unreadable`. */
    status: text().notNull(),
    /** The provider that answered (`ProviderName` or `sandbox`); null if it is unknown. */
    provider: text(),
    /** The model that the provider reports. */
    model: text(),
    text: text().notNull(),
    markdown: text(),
    searchQueries: text('search_queries').array().notNull(),
    /** Whether the provider reported search queries; an empty list otherwise says nothing. Null before this was stored. */
    hasReportedQueries: boolean('has_reported_queries'),
    /** The same for citations. */
    hasReportedCitations: boolean('has_reported_citations'),
    /** The engine's result as received. */
    result: jsonb().notNull(),
    /** The newest scoring version when the answer was ingested: only rescorings to a higher one score it again. */
    scoringVersion: scoringVersion(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.requestedAt, table.id] }),
    // `.desc()` creates DESC NULLS LAST, so queries sort by DESC NULLS LAST or ASC NULLS FIRST. Otherwise PostgreSQL sorts
    // the rows instead of reading them in the order of the index, although the column is never null.
    index('answers_recent').on(table.organizationId, table.projectId, table.requestedAt.desc()),
    index('answers_by_id').on(table.organizationId, table.id),
    index('answers_of_prompt').on(
      table.organizationId,
      table.projectId,
      table.promptId,
      table.engine,
      table.country,
      table.requestedAt.desc(),
    ),
  ],
);

/** A source that an answer lists; `citations` counts how often the text points to it. */
export const answerSources = pgTable(
  'answer_sources',
  {
    organizationId: organizationId(),
    requestedAt: requestedAt(),
    answerId: uuid('answer_id').notNull(),
    position: integer().notNull(),
    url: text().notNull(),
    /** The normalized URL by which sources are compared. */
    normalizedUrl: text('normalized_url').notNull(),
    /** The registrable domain. */
    domain: text().notNull(),
    label: text().notNull(),
    citations: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.requestedAt, table.answerId, table.position] }),
    index('answer_sources_domain').on(table.organizationId, table.domain, table.requestedAt),
  ],
);

/** A brand that an answer mentions. */
export const mentions = pgTable(
  'mentions',
  {
    organizationId: organizationId(),
    requestedAt: requestedAt(),
    answerId: uuid('answer_id').notNull(),
    brandId: uuid('brand_id').notNull(),
    /** The place at which a reader sees it (docs/metrics.md); ties share a rank. Null if the answer advises against it. */
    rank: integer(),
    /** Rank among the tracked brands; also null for mentions that earlier releases stored. */
    trackedRank: integer('tracked_rank'),
    /** Number of mentions. */
    count: integer().notNull(),
    /** Offsets in `text`, in UTF-16 code units: start, end, start, end, … */
    spans: integer().array().notNull(),
    scoringVersion: scoringVersion(),
    /** Its sentences in `classified_sentences`; null until a language model has classified them. */
    sentenceIds: uuid('sentence_ids').array(),
  },
  (table) => [
    primaryKey({
      columns: [table.organizationId, table.requestedAt, table.answerId, table.scoringVersion, table.brandId],
    }),
  ],
);

/** The first columns of every rollup: one prompt × engine × country on one day. */
const dailySegmentColumns = () => ({
  organizationId: organizationId(),
  projectId: uuid('project_id').notNull(),
  scoringVersion: scoringVersion(),
  /** Day of `requested_at` in UTC. */
  day: date({ mode: 'string' }).notNull(),
  promptId: uuid('prompt_id').notNull(),
  engine: text().notNull(),
  country: text().notNull(),
});

/** Returns the first key columns of every rollup, in the order that queries filter by. */
function listKeyColumns<C>(table: Record<keyof ReturnType<typeof dailySegmentColumns>, C>): [C, ...C[]] {
  const { organizationId, projectId, scoringVersion, day, promptId, engine, country } = table;
  return [organizationId, projectId, scoringVersion, day, promptId, engine, country];
}

/** Counts of answers: the denominators of visibility, citation rate and citation share. */
export const dailyAnswers = pgTable(
  'daily_answers',
  {
    ...dailySegmentColumns(),
    answered: integer().notNull(),
    noAnswer: integer('no_answer').notNull(),
    unreadable: integer().notNull(),
    /** Citations of any URL, summed over the answers with status `answered`. */
    citations: integer().notNull(),
    /** Whether the prompt mentions a tracked brand. */
    isBrandedPrompt: boolean('is_branded_prompt').notNull(),
    /** Not used anymore; null in rows of this release. The next release removes it. */
    fictional: boolean(),
    /** Answers of the sandbox. Null instead of 0 in rows of early releases. */
    fictionalAnswers: integer('fictional_answers'),
    /** Answers with at least one fan-out query. */
    withSearchQueries: integer('with_search_queries').notNull().default(0),
    /** Sources listed, summed over the answers with status `answered`. */
    sourcesListed: integer('sources_listed').notNull().default(0),
    /** Answers whose provider reported no search queries, not even an empty list. Null in rows that earlier releases wrote. */
    withoutReportedQueries: integer('without_reported_queries'),
    /** The same for citations. */
    withoutReportedCitations: integer('without_reported_citations'),
    /** Answers that are stored without Markdown, whose brands rank in text order. Null in rows that earlier releases wrote, also in part. */
    withoutStructure: integer('without_structure'),
  },
  (table) => [primaryKey({ columns: [...listKeyColumns(table)] })],
);

/** Counts of one brand, from which its metrics are computed together with `daily_answers`. */
export const dailyBrands = pgTable(
  'daily_brands',
  {
    ...dailySegmentColumns(),
    brandId: uuid('brand_id').notNull(),
    /** Answers that mention it. */
    mentioned: integer().notNull(),
    /** All mentions. */
    mentions: integer().notNull(),
    /** Answers in which it has a rank. Null in rows that earlier releases wrote, where every mentioned brand has one. */
    ranked: integer(),
    /** Sum of its rank over these answers. */
    rankSum: integer('rank_sum').notNull(),
    /** Sum of the squares of its rank; null in rows that earlier releases wrote. */
    rankSquareSum: integer('rank_square_sum'),
    /** Sum of its rank among tracked brands; null in rows that earlier releases wrote. */
    trackedRankSum: integer('tracked_rank_sum'),
    /** Answers where it ranks first. */
    rankFirstCount: integer('rank_first_count').notNull(),
    /** Answers that cite a URL on its domains. */
    cited: integer().notNull(),
    /** Citations of URLs on its domains. */
    citations: integer().notNull(),
    /** By rank from 1: answers where it has that rank; the 10th stands for 10 and more. Trailing zeros are omitted. */
    rankHistogram: integer('rank_histogram').array().notNull().default(sql`'{}'`),
    /** Sentences that mention it, by sentiment; 0 if no language model classifies them. Until 0.1.0, an English word list did; see `readSentimentAvailability`. */
    positive: integer().notNull().default(0),
    neutral: integer().notNull().default(0),
    negative: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [...listKeyColumns(table), table.brandId] })],
);

/**
 * Sentences that mention a brand, counted by the aspect that they praise or criticize. There are rows only if a language
 * model classifies the sentences.
 */
export const dailyAspects = pgTable(
  'daily_aspects',
  {
    ...dailySegmentColumns(),
    brandId: uuid('brand_id').notNull(),
    aspect: text().notNull(),
    positive: integer().notNull(),
    negative: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [...listKeyColumns(table), table.brandId, table.aspect] })],
);

/** Counts of one domain. */
export const dailyDomains = pgTable(
  'daily_domains',
  {
    ...dailySegmentColumns(),
    domain: text().notNull(),
    /** Answers that list it. */
    listed: integer().notNull(),
    /** Answers that cite it. */
    cited: integer().notNull(),
    citations: integer().notNull(),
    /** Answers that cite it and mention the project's own brand. */
    mentioned: integer().notNull().default(0),
    /** Answers that cite it, mention a competitor and not the project's own brand. */
    gap: integer().notNull().default(0),
    /** Answers that list it and whose provider reported no citations. Null in rows that earlier releases wrote. */
    listedWithoutReportedCitations: integer('listed_without_reported_citations'),
  },
  (table) => [primaryKey({ columns: [...listKeyColumns(table), table.domain] })],
);

/** Counts of one fan-out query. */
export const dailyQueries = pgTable(
  'daily_queries',
  {
    ...dailySegmentColumns(),
    /** Normalized for comparison. */
    query: text().notNull(),
    /** Answers whose engine sent this query. */
    answers: integer().notNull(),
    /** Of these, answers that mention the project's own brand. */
    mentioned: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [...listKeyColumns(table), table.query] })],
);

/**
 * Answers by the model that served them, of all prompts and countries. Answers whose provider reported no model are not
 * counted: theirs is unknown.
 */
export const dailyModels = pgTable(
  'daily_models',
  {
    organizationId: organizationId(),
    projectId: uuid('project_id').notNull(),
    scoringVersion: scoringVersion(),
    /** Day of `requested_at` in the time zone of the scoring version. */
    day: date({ mode: 'string' }).notNull(),
    engine: text().notNull(),
    model: text().notNull(),
    answers: integer().notNull(),
  },
  ({ organizationId, projectId, scoringVersion, day, engine, model }) => [
    primaryKey({ columns: [organizationId, projectId, scoringVersion, day, engine, model] }),
  ],
);
