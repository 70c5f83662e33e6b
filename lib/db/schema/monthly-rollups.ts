import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import {
  dailyAnswers,
  dailyAspects,
  dailyBrands,
  dailyDomains,
  dailyModels,
  dailyQueries,
} from '#lib/db/schema/answers';
import { instant, organizationId } from '#lib/db/schema/columns';

/** A month of a project's rollups, under one scoring version. */
const monthColumns = () => ({
  organizationId: organizationId(),
  projectId: uuid('project_id').notNull(),
  scoringVersion: integer('scoring_version').notNull(),
  /** Its first day. */
  month: date({ mode: 'string' }).notNull(),
});

/** The months with daily rollups, and the day up to which the monthly rollups contain their sums. */
export const rollupMonths = pgTable(
  'rollup_months',
  {
    ...monthColumns(),
    /**
     * The last day that the sums include; null without valid sums. A change of an included day invalidates the sums: they
     * are not read until the month is summed again.
     */
    summedTo: date('summed_to', { mode: 'string' }),
    /** When the month is summed next; null once the sums include all of it. */
    dueAt: instant('due_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.projectId, table.scoringVersion, table.month] }),
    index('rollup_months_due').on(table.dueAt).where(sql`${table.dueAt} IS NOT NULL`),
  ],
);

/**
 * The first columns of every monthly rollup. A row is the sum of a segment over the month, where `day` is null, or of
 * an engine over one day, where `prompt_id` and `country` are null.
 */
const sumColumns = () => ({
  ...monthColumns(),
  promptId: uuid('prompt_id'),
  engine: text().notNull(),
  country: text(),
  day: date({ mode: 'string' }),
  /** Prompts that mention a tracked brand are summed separately. */
  isBrandedPrompt: boolean('is_branded_prompt').notNull(),
});

/** Sums of `daily_answers`. */
export const monthlyAnswers = pgTable(
  'monthly_answers',
  {
    ...sumColumns(),
    answered: integer().notNull(),
    noAnswer: integer('no_answer').notNull(),
    citations: integer().notNull(),
    /** Not used anymore; null in rows of this release. The next release removes it. */
    fictional: boolean(),
    /** Null instead of 0 in rows of early releases. */
    fictionalAnswers: integer('fictional_answers'),
    /** Null in rows that earlier releases wrote. */
    withoutReportedCitations: integer('without_reported_citations'),
    /** Null if it is unknown for a day of the sum (see `daily_answers`), and in rows that earlier releases wrote. */
    withoutStructure: integer('without_structure'),
  },
  (table) => [
    index('monthly_answers_month').on(
      table.organizationId,
      table.projectId,
      table.scoringVersion,
      table.month,
    ),
  ],
);

/** Sums of `daily_brands`. */
export const monthlyBrands = pgTable(
  'monthly_brands',
  {
    ...sumColumns(),
    brandId: uuid('brand_id').notNull(),
    mentioned: integer().notNull(),
    ranked: integer(),
    rankSum: integer('rank_sum').notNull(),
    rankSquareSum: integer('rank_square_sum'),
    trackedRankSum: integer('tracked_rank_sum'),
    rankFirstCount: integer('rank_first_count').notNull(),
    cited: integer().notNull(),
    citations: integer().notNull(),
    positive: integer().notNull(),
    neutral: integer().notNull(),
    negative: integer().notNull(),
  },
  (table) => [
    index('monthly_brands_month').on(
      table.organizationId,
      table.projectId,
      table.scoringVersion,
      table.month,
    ),
  ],
);

/**
 * Sums of `daily_domains`. It also has the sums of an engine over the whole month, in which prompt, country and day are
 * null.
 */
export const monthlyDomains = pgTable(
  'monthly_domains',
  {
    ...sumColumns(),
    domain: text().notNull(),
    listed: integer().notNull(),
    cited: integer().notNull(),
    citations: integer().notNull(),
    mentioned: integer().notNull(),
    gap: integer().notNull(),
    /** Null in rows that earlier releases wrote. */
    listedWithoutReportedCitations: integer('listed_without_reported_citations'),
  },
  (table) => [
    index('monthly_domains_domain').on(
      table.organizationId,
      table.projectId,
      table.scoringVersion,
      table.domain,
      table.month,
    ),
    index('monthly_domains_engine')
      .on(table.organizationId, table.projectId, table.scoringVersion, table.month)
      .where(sql`${table.promptId} IS NULL AND ${table.day} IS NULL`),
  ],
);

/** All rollups, daily and monthly, and the months that are summed. */
export const rollupTables = [
  dailyAnswers,
  dailyBrands,
  dailyAspects,
  dailyDomains,
  dailyModels,
  dailyQueries,
  monthlyAnswers,
  monthlyBrands,
  monthlyDomains,
  rollupMonths,
] as const;
