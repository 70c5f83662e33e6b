import { normalizeQuery } from '#lib/core/text';
import { toUtcDay } from '#lib/core/time';
import { isFictionalAnswer } from '#lib/dashboard/projects/domains';
import type { BrandScore } from '#lib/dashboard/scoring/score-answer';
import type { Database } from '#lib/db/client';

/** An observation, with or without an answer, as the rollups count it. */
export interface Observation {
  key: RollupKey;
  status: 'answered' | 'no_answer' | 'unreadable';
  /** True if the prompt mentions a tracked brand. */
  isBrandedPrompt: boolean;
  text: string;
  sources: readonly { domain: string; citations: number }[];
  /** Search queries the engine issued. */
  searchQueries: readonly string[];
  scores: readonly BrandScore[];
}

/** The last entry of a rank histogram counts ranks of 10 and more. */
const maxRank = 10;

const createDailyAnswers = (key: RollupKey, isBrandedPrompt: boolean) => ({
  ...key,
  answered: 0,
  no_answer: 0,
  unreadable: 0,
  citations: 0,
  is_branded_prompt: isBrandedPrompt,
  fictional: true,
  fictional_answers: 0,
  with_search_queries: 0,
  sources_listed: 0,
});

const createDailyBrand = (key: RollupKey, brandId: string) => ({
  ...key,
  brand_id: brandId,
  mentioned: 0,
  mentions: 0,
  rank_sum: 0,
  rank_first_count: 0,
  cited: 0,
  citations: 0,
  rank_histogram: [] as number[],
  positive: 0,
  neutral: 0,
  negative: 0,
});

const createDailyAspect = (key: RollupKey, brandId: string, aspect: string) => ({
  ...key,
  brand_id: brandId,
  aspect,
  positive: 0,
  negative: 0,
});

const createDailyDomain = (key: RollupKey, domain: string) => ({
  ...key,
  domain,
  listed: 0,
  cited: 0,
  citations: 0,
  /** Answers that cite the domain and mention the project's own brand. */
  mentioned: 0,
  /** Answers that cite the domain, mention a competitor and not the project's own brand. */
  gap: 0,
});

const createDailyQuery = (key: RollupKey, query: string) => ({ ...key, query, answers: 0, mentioned: 0 });

/** Sums of observations by key. */
export class Rollup {
  readonly dailyAnswers = new Map<string, ReturnType<typeof createDailyAnswers>>();
  readonly dailyBrands = new Map<string, ReturnType<typeof createDailyBrand>>();
  readonly dailyAspects = new Map<string, ReturnType<typeof createDailyAspect>>();
  readonly dailyDomains = new Map<string, ReturnType<typeof createDailyDomain>>();
  readonly dailyQueries = new Map<string, ReturnType<typeof createDailyQuery>>();

  /** Adds an observation. Only answers count for brands, domains, citations and queries. */
  add({ key, status, isBrandedPrompt, text, sources, searchQueries, scores }: Observation): void {
    const id = Object.values(key).join('|');
    const day = getOrAdd(this.dailyAnswers, id, () => createDailyAnswers(key, isBrandedPrompt));
    day[status] += 1;
    if (status !== 'answered') return;
    day.citations += sources.reduce((sum, source) => sum + source.citations, 0);
    const isFictional = isFictionalAnswer(text, sources);
    day.fictional &&= isFictional;
    day.fictional_answers += isFictional ? 1 : 0;
    day.sources_listed += sources.length;
    const queries = new Set(searchQueries.map(normalizeQuery).filter((query) => query !== ''));
    day.with_search_queries += queries.size > 0 ? 1 : 0;
    this.addBrands(key, id, scores);
    this.addDomains(key, id, sources, scores);
    for (const query of queries) {
      const row = getOrAdd(this.dailyQueries, `${id}|${query}`, () => createDailyQuery(key, query));
      row.answers += 1;
      row.mentioned += isMentioned(scores, 'own') ? 1 : 0;
    }
  }

  private addBrands(key: RollupKey, id: string, scores: readonly BrandScore[]): void {
    for (const { brandId, mention, sentiment, citations } of scores) {
      const row = getOrAdd(this.dailyBrands, `${id}|${brandId}`, () => createDailyBrand(key, brandId));
      row.mentioned += mention ? 1 : 0;
      row.mentions += mention?.count ?? 0;
      row.rank_sum += mention?.rank ?? 0;
      row.rank_first_count += mention?.rank === 1 ? 1 : 0;
      row.cited += citations > 0 ? 1 : 0;
      row.citations += citations;
      if (mention) countRank(row.rank_histogram, mention.rank);
      row.positive += sentiment?.positive ?? 0;
      row.neutral += sentiment?.neutral ?? 0;
      row.negative += sentiment?.negative ?? 0;
    }
  }

  /**
   * Adds a language model's classification of a sentence about a brand. It counts no answer or mention: those are in the
   * stored rollups already, from when the answer was scored.
   */
  addSentence(
    key: RollupKey,
    brandId: string,
    {
      sentiment,
      aspects,
    }: {
      sentiment: 'positive' | 'neutral' | 'negative';
      aspects: readonly { aspect: string; sentiment: 'positive' | 'negative' }[];
    },
  ): void {
    const id = `${Object.values(key).join('|')}|${brandId}`;
    getOrAdd(this.dailyBrands, id, () => createDailyBrand(key, brandId))[sentiment] += 1;
    for (const { aspect, sentiment: aspectSentiment } of aspects) {
      getOrAdd(this.dailyAspects, `${id}|${aspect}`, () => createDailyAspect(key, brandId, aspect))[
        aspectSentiment
      ] += 1;
    }
  }

  private addDomains(
    key: RollupKey,
    id: string,
    sources: Observation['sources'],
    scores: readonly BrandScore[],
  ): void {
    const mentioned = isMentioned(scores, 'own');
    const gap = !mentioned && isMentioned(scores, 'competitor');
    for (const [domain, entries] of Map.groupBy(sources, (source) => source.domain)) {
      const citations = entries.reduce((sum, source) => sum + source.citations, 0);
      const row = getOrAdd(this.dailyDomains, `${id}|${domain}`, () => createDailyDomain(key, domain));
      const cited = citations > 0 ? 1 : 0;
      row.listed += 1;
      row.cited += cited;
      row.citations += citations;
      row.mentioned += mentioned ? cited : 0;
      row.gap += gap ? cited : 0;
    }
  }
}

function isMentioned(scores: readonly BrandScore[], role: BrandScore['role']): boolean {
  return scores.some((score) => score.mention !== undefined && score.role === role);
}

function countRank(histogram: number[], rank: number): void {
  const counted = Math.min(rank, maxRank);
  while (histogram.length < counted) histogram.push(0);
  histogram[counted - 1] = (histogram[counted - 1] ?? 0) + 1;
}

function getOrAdd<T>(map: Map<string, T>, id: string, create: () => T): T {
  const existing = map.get(id);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(id, created);
  return created;
}

function sortById<T>(map: Map<string, T>): T[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** The key of a rollup row, in column names. */
export interface RollupKey {
  organization_id: string;
  project_id: string;
  /** The scoring version: the version of the brands that the answers were scored with. */
  scoring_version: number;
  /** YYYY-MM-DD of `requested_at` in UTC. */
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
  requestedAt: Date;
  promptId: string;
  engine: string;
  country: string;
}): RollupKey {
  return {
    organization_id: answer.organizationId,
    project_id: answer.projectId,
    scoring_version: answer.scoringVersion,
    day: toUtcDay(answer.requestedAt),
    prompt_id: answer.promptId,
    engine: answer.engine,
    country: answer.country,
  };
}

const keyColumns = 'organization_id, project_id, scoring_version, day, prompt_id, engine, country';
const addColumns = (...columns: string[]) =>
  columns.map((column) => `${column} = stored.${column} + excluded.${column}`).join(', ');
const addAnswersSql = `
  INSERT INTO daily_answers AS stored SELECT * FROM json_populate_recordset(NULL::daily_answers, $1::json)
  ON CONFLICT (${keyColumns}) DO UPDATE SET
    ${addColumns('answered', 'no_answer', 'unreadable', 'citations', 'with_search_queries', 'sources_listed')},
    is_branded_prompt = excluded.is_branded_prompt,
    fictional = stored.fictional AND excluded.fictional,
    fictional_answers = coalesce(stored.fictional_answers, 0) + excluded.fictional_answers`;

const addBrandsSql = `
  INSERT INTO daily_brands AS stored SELECT * FROM json_populate_recordset(NULL::daily_brands, $1::json)
  ON CONFLICT (${keyColumns}, brand_id) DO UPDATE SET
    ${addColumns('mentioned', 'mentions', 'rank_sum', 'rank_first_count', 'cited', 'citations')},
    ${addColumns('positive', 'neutral', 'negative')},
    rank_histogram = ARRAY(SELECT coalesce(stored_count, 0) + coalesce(added_count, 0)
                  FROM unnest(stored.rank_histogram, excluded.rank_histogram) WITH ORDINALITY AS ranks (stored_count, added_count, rank)
                  ORDER BY rank)`;

const addAspectsSql = `
  INSERT INTO daily_aspects AS stored SELECT * FROM json_populate_recordset(NULL::daily_aspects, $1::json)
  ON CONFLICT (${keyColumns}, brand_id, aspect) DO UPDATE SET ${addColumns('positive', 'negative')}`;

const addDomainsSql = `
  INSERT INTO daily_domains AS stored SELECT * FROM json_populate_recordset(NULL::daily_domains, $1::json)
  ON CONFLICT (${keyColumns}, domain) DO UPDATE SET
    ${addColumns('listed', 'cited', 'citations', 'mentioned', 'gap')}`;

const addQueriesSql = `
  INSERT INTO daily_queries AS stored SELECT * FROM json_populate_recordset(NULL::daily_queries, $1::json)
  ON CONFLICT (${keyColumns}, query) DO UPDATE SET
    ${addColumns('answers', 'mentioned')}`;

/**
 * Adds sums to the daily rollups, in the caller's transaction; sorted, so that concurrent writers do not deadlock. Also
 * invalidates the monthly sums of these days. For the published scoring version, the caller must hold the locks of the
 * projects, so that `sumMonths` does not sum a month during the change.
 */
export async function writeRollup(tx: Database, rollup: Rollup, now: Date): Promise<void> {
  await writeRows(tx, 'add-daily-answers', addAnswersSql, sortById(rollup.dailyAnswers));
  await writeRows(tx, 'add-daily-brands', addBrandsSql, sortById(rollup.dailyBrands));
  await writeRows(tx, 'add-daily-aspects', addAspectsSql, sortById(rollup.dailyAspects));
  await writeRows(tx, 'add-daily-domains', addDomainsSql, sortById(rollup.dailyDomains));
  await writeRows(tx, 'add-daily-queries', addQueriesSql, sortById(rollup.dailyQueries));
  await markMonths(tx, [...rollup.dailyAnswers.values(), ...rollup.dailyBrands.values()], now);
}

const monthKey = 'organization_id, project_id, scoring_version, month';
const givenMonths = `json_to_recordset($1::json) AS given (organization_id uuid, project_id uuid, scoring_version int, month date, day date)`;
const invalidateSumsSql = `
  UPDATE rollup_months AS stored SET summed_to = NULL, due_at = $2 FROM ${givenMonths}
  WHERE stored.organization_id = given.organization_id AND stored.project_id = given.project_id
    AND stored.scoring_version = given.scoring_version AND stored.month = given.month AND summed_to >= given.day`;
const addMonthsSql = `
  INSERT INTO rollup_months (${monthKey}, due_at) SELECT ${monthKey}, $2 FROM ${givenMonths} ON CONFLICT DO NOTHING`;

/** Months are summed again this long after a change: more answers of the same days usually arrive within it. */
const sumDelayMs = 3_600_000;

/** Invalidates the monthly sums that include changed days, and queues new months to be summed (see `sumMonths`). */
async function markMonths(tx: Database, changed: readonly RollupKey[], now: Date): Promise<void> {
  const months = new Map<string, Omit<RollupKey, 'prompt_id' | 'engine' | 'country'> & { month: string }>();
  for (const { organization_id, project_id, scoring_version, day } of changed) {
    const month = `${day.slice(0, 7)}-01`;
    const id = `${organization_id}|${project_id}|${scoring_version}|${month}`;
    const first = months.get(id);
    if (first && first.day <= day) continue;
    months.set(id, { organization_id, project_id, scoring_version, month, day });
  }
  if (months.size === 0) return;
  const values = [JSON.stringify(sortById(months)), new Date(now.getTime() + sumDelayMs)];
  await tx.$client.query({ name: 'invalidate-monthly-sums', text: invalidateSumsSql, values });
  await tx.$client.query({ name: 'add-rollup-months', text: addMonthsSql, values });
}

/** Runs a prepared statement that takes rows as JSON, unless there are none. */
export async function writeRows(tx: Database, name: string, text: string, rows: unknown[]): Promise<void> {
  if (rows.length > 0) await tx.$client.query({ name, text, values: [JSON.stringify(rows)] });
}
