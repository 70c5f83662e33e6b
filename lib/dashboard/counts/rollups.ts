import type { Period } from '#lib/core/time';
import type { CountFilters, EngineFilters } from '#lib/dashboard/counts/conditions';
import { getRankSumSql, maxRank } from '#lib/dashboard/ingest/rank-sums';
import {
  listedWithReportedCitationsSql,
  withReportedCitationsSql,
  withReportedQueriesSql,
} from '#lib/dashboard/ingest/reported-values';

/** A count of a rollup. */
export interface CountDefinition {
  /** The SQL of its value in a row of the rollup. */
  row: string;
  /** The SQL of its value over several rows; by default, the sum. Over one row, it is the value of the row. */
  merge?: (row: string) => string;
  /** True if the monthly rollup has it, too. */
  isMonthly?: true;
  /** The column that a row needs besides those of the rollup. */
  needs?: 'is_branded' | 'is_classified';
}

interface RollupDefinition {
  /** True if a row sums all prompts and countries: it has no keys of these, and cannot be filtered by them. */
  isOfEngine?: true;
  /** The keys of a row besides those of its segment. */
  subjects: readonly CountKey[];
  counts: Record<string, CountDefinition>;
  /** True if there is a monthly rollup. */
  isMonthly: boolean;
}

const monthly = (row: string) => ({ row, isMonthly: true }) as const;
const daily = (row: string) => ({ row }) as const;
const classified = (row: string) => ({
  row: `CASE WHEN is_classified THEN ${row} ELSE 0 END`,
  needs: 'is_classified' as const,
});

const sumHistogram = (row: string) => {
  const sums = Array.from({ length: maxRank }, (_, index) => `coalesce(sum(${row}[${index + 1}]), 0)::int`);
  return `ARRAY[${sums.join(', ')}]`;
};

/** The rollups with their counts. The daily rollups have the name of the rollup after `daily_`, the monthly ones after `monthly_`. */
const rollups = {
  answers: {
    subjects: [],
    isMonthly: true,
    counts: {
      answers: monthly('answered'),
      noAnswer: monthly('no_answer'),
      unreadable: daily('unreadable'),
      /** Citations of any URL. */
      citations: monthly('citations'),
      /** Answers of the sandbox's fictional market. */
      fictionalAnswers: monthly('coalesce(fictional_answers, 0)'),
      /** Answers whose provider reported citations, if only that there are none. */
      withReportedCitations: monthly(withReportedCitationsSql),
      /** Answers of which it is known whether they are stored with structure, and those of them without it. */
      withKnownStructure: monthly('CASE WHEN without_structure IS NULL THEN 0 ELSE answered END'),
      withoutStructure: monthly('coalesce(without_structure, 0)'),
      withReportedQueries: daily(withReportedQueriesSql),
      withSearchQueries: daily('with_search_queries'),
      /** True if the prompt mentions a tracked brand. */
      isBrandedPrompt: { ...monthly('is_branded_prompt'), merge: (row: string) => `bool_or(${row})` },
    },
  },
  brands: {
    subjects: ['brandId'],
    isMonthly: true,
    counts: {
      /** Answers that mention the brand. */
      mentioned: monthly('mentioned'),
      /** These answers as share of voice counts them: by default, those to branded prompts do not count. */
      counted: { ...monthly('CASE WHEN is_branded THEN 0 ELSE mentioned END'), needs: 'is_branded' },
      mentions: daily('mentions'),
      /** Answers in which it has a rank, the sum of its ranks and of their squares, and the answers that rank it first. */
      ranked: monthly(getRankSumSql('ranked')),
      rankSum: monthly('rank_sum'),
      rankSquares: monthly(getRankSumSql('rank_square_sum')),
      rankFirstCount: monthly('rank_first_count'),
      /** The sum of its ranks among tracked brands. */
      trackedRankSum: monthly(getRankSumSql('tracked_rank_sum')),
      /** Numbers of answers in which it ranks 1, 2, … 9, and 10 or later; those of a single row can end earlier. */
      answersByRank: { ...daily('rank_histogram'), merge: sumHistogram },
      /** Answers that cite a URL of the brand, and citations of its URLs. */
      cited: monthly('cited'),
      citations: monthly('citations'),
      /** Sentences that mention the brand, of which only those that may be shown count. */
      positive: { ...classified('positive'), isMonthly: true },
      neutral: { ...classified('neutral'), isMonthly: true },
      negative: { ...classified('negative'), isMonthly: true },
    },
  },
  aspects: {
    subjects: ['brandId', 'aspect'],
    isMonthly: false,
    /** Sentences that praise or criticize the brand; only rows whose sentences may be shown are read. */
    counts: { positive: daily('positive'), negative: daily('negative') },
  },
  domains: {
    subjects: ['domain'],
    isMonthly: true,
    counts: {
      /** Answers that list the domain, and those of them with reported citations. */
      listed: monthly('listed'),
      listedWithReportedCitations: monthly(listedWithReportedCitationsSql),
      cited: monthly('cited'),
      citations: monthly('citations'),
      /** The citing answers that mention the project's own brand, and those that mention only competitors. */
      mentioned: monthly('mentioned'),
      gap: monthly('gap'),
    },
  },
  models: {
    isOfEngine: true,
    subjects: ['model'],
    isMonthly: false,
    /** Answers that the model served. */
    counts: { answers: daily('answers') },
  },
  queries: {
    subjects: ['query'],
    isMonthly: false,
    counts: { answers: daily('answers'), mentioned: daily('mentioned') },
  },
} as const satisfies Record<string, RollupDefinition>;

export type RollupName = keyof typeof rollups;

/** The keys by which counts can be read, with their columns and types. */
export const keyColumns = {
  promptId: { column: 'prompt_id', type: 'uuid' },
  country: { column: 'country', type: 'text' },
  day: { column: 'day', type: 'date' },
  engine: { column: 'engine', type: 'text' },
  brandId: { column: 'brand_id', type: 'uuid' },
  aspect: { column: 'aspect', type: 'text' },
  domain: { column: 'domain', type: 'text' },
  model: { column: 'model', type: 'text' },
  query: { column: 'query', type: 'text' },
} as const;
export type CountKey = keyof typeof keyColumns;

/** The rollups whose rows sum all prompts and countries. */
type EngineRollupName = {
  [Of in RollupName]: (typeof rollups)[Of] extends { isOfEngine: true } ? Of : never;
}[RollupName];

/** The keys of the segment of a row: one prompt × engine × country on one day, or one engine on one day. */
type SegmentKey<Of extends RollupName> =
  | 'day'
  | 'engine'
  | (Of extends EngineRollupName ? never : 'promptId' | 'country');

/** The keys by which a rollup can be read. */
export type KeyOf<Of extends RollupName> = SegmentKey<Of> | (typeof rollups)[Of]['subjects'][number];

/** The filters that a rollup can be read with. */
export type FiltersOf<Of extends RollupName> = Of extends EngineRollupName ? EngineFilters : CountFilters;

/** The counts of a rollup. */
export type CountOf<Of extends RollupName> = keyof (typeof rollups)[Of]['counts'] & string;

/** Returns whether each row of a daily rollup has other keys than the other rows. */
export function isKeyOfRows(of: RollupName, keys: readonly CountKey[]): boolean {
  const { subjects, isOfEngine }: RollupDefinition = rollups[of];
  const own: readonly CountKey[] = isOfEngine ? ['day', 'engine'] : segmentKeys;
  return [...own, ...subjects].every((key) => keys.includes(key));
}

/** Returns whether a rollup has a monthly one. */
export function isMonthly(of: RollupName): boolean {
  return rollups[of].isMonthly;
}

/** Returns the definition of a count. */
export function getCount(of: RollupName, name: string): CountDefinition {
  const { counts }: RollupDefinition = rollups[of];
  const count = counts[name];
  if (!count) throw new Error(`The rollup of ${of} has no count ${name}.`);
  return count;
}

/**
 * The rows of a monthly rollup: sums of a prompt × engine × country over the month, of an engine over one of its days, and
 * for domains also of an engine over the month. A query reads one form for each of its results.
 */
export type MonthlyForm = 'segment' | 'day' | 'engine';
export const monthlyForms: Record<MonthlyForm, { condition: string; keys: readonly CountKey[] }> = {
  segment: { condition: 'prompt_id IS NOT NULL', keys: ['promptId', 'country', 'engine'] },
  day: { condition: 'day IS NOT NULL', keys: ['day', 'engine'] },
  engine: { condition: 'prompt_id IS NULL AND day IS NULL', keys: ['engine'] },
};

/** The keys of the rows of daily rollups, which those of monthly ones have or not. */
export const segmentKeys: readonly CountKey[] = ['promptId', 'country', 'day', 'engine'];

/** The periods of a query by name; null for one that is not read, such as the previous period without a comparison. */
export type NamedPeriods = Readonly<Record<string, Period | null>>;
