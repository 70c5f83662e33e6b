import { toDay } from '#lib/core/days';

/** The key of a rollup row, in column names. */
export interface RollupKey {
  organization_id: string;
  project_id: string;
  /** The scoring version: the version of the brands that the answers were scored with. */
  scoring_version: number;
  /** YYYY-MM-DD of `requested_at` in the time zone of the scoring version. */
  day: string;
  prompt_id: string;
  engine: string;
  country: string;
}

/** Returns the rollup key of an answer. Writers sort rows by its columns in this order. */
export function toRollupKey(answer: {
  organizationId: string;
  projectId: string;
  scoringVersion: number;
  /** The time zone of the scoring version. */
  timeZone: string;
  requestedAt: Date;
  promptId: string;
  engine: string;
  country: string;
}): RollupKey {
  return {
    organization_id: answer.organizationId,
    project_id: answer.projectId,
    scoring_version: answer.scoringVersion,
    day: toDay(answer.requestedAt, answer.timeZone),
    prompt_id: answer.promptId,
    engine: answer.engine,
    country: answer.country,
  };
}

export const createDailyAnswers = (key: RollupKey, isBrandedPrompt: boolean) => ({
  ...key,
  answered: 0,
  no_answer: 0,
  unreadable: 0,
  citations: 0,
  is_branded_prompt: isBrandedPrompt,
  fictional_answers: 0,
  with_search_queries: 0,
  sources_listed: 0,
  without_reported_queries: 0,
  without_reported_citations: 0,
  without_structure: 0,
});

export const createDailyBrand = (key: RollupKey, brandId: string) => ({
  ...key,
  brand_id: brandId,
  mentioned: 0,
  mentions: 0,
  ranked: 0,
  rank_sum: 0,
  rank_square_sum: 0,
  tracked_rank_sum: 0,
  rank_first_count: 0,
  cited: 0,
  citations: 0,
  rank_histogram: [] as number[],
  positive: 0,
  neutral: 0,
  negative: 0,
});

export const createDailyAspect = (key: RollupKey, brandId: string, aspect: string) => ({
  ...key,
  brand_id: brandId,
  aspect,
  positive: 0,
  negative: 0,
});

export const createDailyDomain = (key: RollupKey, domain: string) => ({
  ...key,
  domain,
  listed: 0,
  cited: 0,
  citations: 0,
  /** Answers that cite the domain and mention the project's own brand. */
  mentioned: 0,
  /** Answers that cite the domain, mention a competitor and not the project's own brand. */
  gap: 0,
  listed_without_reported_citations: 0,
});

export const createDailyQuery = (key: RollupKey, query: string) => ({
  ...key,
  query,
  answers: 0,
  mentioned: 0,
});

export const createDailyModel = (
  { organization_id, project_id, scoring_version, day, engine }: RollupKey,
  model: string,
) => ({ organization_id, project_id, scoring_version, day, engine, model, answers: 0 });

/** Returns rows by ID, in the order in which all writers write them, so that concurrent ones do not deadlock. */
export function sortById<T>(map: Map<string, T>): T[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
