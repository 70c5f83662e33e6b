import { normalizeQuery } from '#lib/core/text';
import type { BrandScore } from '#lib/dashboard/scoring/score-answer';
import type { Database } from '#lib/db/client';

/** An answer, or a missing or unreadable one, as the rollups count it. */
export interface Observation {
  key: RollupKey;
  status: 'answered' | 'no_answer' | 'unreadable';
  branded: boolean;
  sources: readonly { domain: string; citations: number }[];
  /** Search queries the engine issued. */
  searchQueries: readonly string[];
  scores: readonly BrandScore[];
}

/** The last entry of a rank histogram counts ranks of 10 and more. */
const maxRank = 10;

/** Sums of observations by key. */
export class Rollup {
  readonly dailyAnswers = new Map<string, DailyAnswers>();
  readonly dailyBrands = new Map<string, DailyBrand>();
  readonly dailyDomains = new Map<string, DailyDomain>();
  readonly dailyQueries = new Map<string, DailyQuery>();

  /** Adds an observation. Only answers count for brands, domains, citations and queries. */
  add({ key, status, branded, sources, searchQueries, scores }: Observation): void {
    const id = Object.values(key).join('|');
    const answered = status === 'answered';
    const day = getOrAdd(this.dailyAnswers, id, () => ({
      ...key,
      answered: 0,
      no_answer: 0,
      unreadable: 0,
      citations: 0,
      is_branded_prompt: branded,
      fictional: true,
      with_search_queries: 0,
      sources_listed: 0,
    }));
    day.answered += answered ? 1 : 0;
    day.no_answer += status === 'no_answer' ? 1 : 0;
    day.unreadable += status === 'unreadable' ? 1 : 0;
    if (!answered) return;
    day.citations += sources.reduce((sum, source) => sum + source.citations, 0);
    day.fictional &&= sources.every(({ domain }) => domain.endsWith('.example'));
    day.sources_listed += sources.length;
    this.addBrands(key, id, scores);
    this.addDomains(key, id, sources, scores);
    const queries = new Set(searchQueries.map(normalizeQuery).filter((query) => query !== ''));
    day.with_search_queries += queries.size > 0 ? 1 : 0;
    this.addQueries(key, id, queries, isMentioned(scores, 'own'));
  }

  private addBrands(key: RollupKey, id: string, scores: readonly BrandScore[]): void {
    for (const { brandId, mention, sentiment, citations } of scores) {
      const row = getOrAdd(this.dailyBrands, `${id}|${brandId}`, () => ({
        ...key,
        brand_id: brandId,
        mentioned: 0,
        mentions: 0,
        rank_sum: 0,
        rank_first_count: 0,
        cited: 0,
        citations: 0,
        rank_histogram: [],
        positive: 0,
        neutral: 0,
        negative: 0,
      }));
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

  private addDomains(
    key: RollupKey,
    id: string,
    sources: Observation['sources'],
    scores: readonly BrandScore[],
  ): void {
    const mentioned = isMentioned(scores, 'own');
    const gap = !mentioned && isMentioned(scores, 'competitor');
    const citations = new Map<string, number>();
    for (const source of sources) {
      citations.set(source.domain, (citations.get(source.domain) ?? 0) + source.citations);
    }
    for (const [domain, count] of citations) {
      const row = getOrAdd(this.dailyDomains, `${id}|${domain}`, () => ({
        ...key,
        domain,
        listed: 0,
        cited: 0,
        citations: 0,
        mentioned: 0,
        gap: 0,
      }));
      const cited = count > 0 ? 1 : 0;
      row.listed += 1;
      row.cited += cited;
      row.citations += count;
      row.mentioned += mentioned ? cited : 0;
      row.gap += gap ? cited : 0;
    }
  }

  private addQueries(key: RollupKey, id: string, queries: ReadonlySet<string>, mentioned: boolean): void {
    for (const query of queries) {
      const row = getOrAdd(this.dailyQueries, `${id}|${query}`, () => ({
        ...key,
        query,
        answers: 0,
        mentioned: 0,
      }));
      row.answers += 1;
      row.mentioned += mentioned ? 1 : 0;
    }
  }
}

function isMentioned(scores: readonly BrandScore[], role: BrandScore['role']): boolean {
  return scores.some((score) => score.mention !== undefined && score.role === role);
}

function countRank(ranks: number[], rank: number): void {
  const counted = Math.min(rank, maxRank);
  while (ranks.length < counted) ranks.push(0);
  ranks[counted - 1] = (ranks[counted - 1] ?? 0) + 1;
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
  /** The version of the brands that scored it. */
  scoring_version: number;
  /** YYYY-MM-DD of `requested_at` in UTC. */
  day: string;
  prompt_id: string;
  engine: string;
  country: string;
}

/** Returns the rollup key of an answer. The order of its columns is the sort order of writers. */
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
    day: answer.requestedAt.toISOString().slice(0, 10),
    prompt_id: answer.promptId,
    engine: answer.engine,
    country: answer.country,
  };
}

export interface DailyAnswers extends RollupKey {
  answered: number;
  no_answer: number;
  unreadable: number;
  citations: number;
  is_branded_prompt: boolean;
  fictional: boolean;
  with_search_queries: number;
  sources_listed: number;
}
export interface DailyBrand extends RollupKey {
  brand_id: string;
  mentioned: number;
  mentions: number;
  rank_sum: number;
  rank_first_count: number;
  cited: number;
  citations: number;
  rank_histogram: number[];
  positive: number;
  neutral: number;
  negative: number;
}
export interface DailyDomain extends RollupKey {
  domain: string;
  listed: number;
  cited: number;
  citations: number;
  mentioned: number;
  gap: number;
}
export interface DailyQuery extends RollupKey {
  query: string;
  answers: number;
  mentioned: number;
}

const key = 'organization_id, project_id, scoring_version, day, prompt_id, engine, country';
const keyTypes =
  'organization_id uuid, project_id uuid, scoring_version int, day date, prompt_id uuid, engine text, country text';

const addAnswers = `
  INSERT INTO daily_answers AS stored (${key}, answered, no_answer, unreadable, citations, is_branded_prompt, fictional,
    with_search_queries, sources_listed)
  SELECT * FROM json_to_recordset($1::json) AS added (${keyTypes}, answered int, no_answer int, unreadable int,
    citations int, is_branded_prompt boolean, fictional boolean, with_search_queries int, sources_listed int)
  ON CONFLICT (${key}) DO UPDATE SET
    answered = stored.answered + excluded.answered,
    no_answer = stored.no_answer + excluded.no_answer,
    unreadable = stored.unreadable + excluded.unreadable,
    citations = stored.citations + excluded.citations,
    is_branded_prompt = excluded.is_branded_prompt,
    fictional = stored.fictional AND excluded.fictional,
    with_search_queries = stored.with_search_queries + excluded.with_search_queries,
    sources_listed = stored.sources_listed + excluded.sources_listed`;

const addBrands = `
  INSERT INTO daily_brands AS stored (${key}, brand_id, mentioned, mentions, rank_sum, rank_first_count, cited, citations,
    rank_histogram, positive, neutral, negative)
  SELECT * FROM json_to_recordset($1::json) AS added (${keyTypes}, brand_id uuid, mentioned int, mentions int,
    rank_sum int, rank_first_count int, cited int, citations int, rank_histogram int[], positive int, neutral int, negative int)
  ON CONFLICT (${key}, brand_id) DO UPDATE SET
    mentioned = stored.mentioned + excluded.mentioned,
    mentions = stored.mentions + excluded.mentions,
    rank_sum = stored.rank_sum + excluded.rank_sum,
    rank_first_count = stored.rank_first_count + excluded.rank_first_count,
    cited = stored.cited + excluded.cited,
    citations = stored.citations + excluded.citations,
    rank_histogram = ARRAY(SELECT coalesce(stored_count, 0) + coalesce(added_count, 0)
                  FROM unnest(stored.rank_histogram, excluded.rank_histogram) WITH ORDINALITY AS ranks (stored_count, added_count, rank)
                  ORDER BY rank),
    positive = stored.positive + excluded.positive,
    neutral = stored.neutral + excluded.neutral,
    negative = stored.negative + excluded.negative`;

const addDomains = `
  INSERT INTO daily_domains AS stored (${key}, domain, listed, cited, citations, mentioned, gap)
  SELECT * FROM json_to_recordset($1::json) AS added (${keyTypes}, domain text, listed int, cited int,
    citations int, mentioned int, gap int)
  ON CONFLICT (${key}, domain) DO UPDATE SET
    listed = stored.listed + excluded.listed,
    cited = stored.cited + excluded.cited,
    citations = stored.citations + excluded.citations,
    mentioned = stored.mentioned + excluded.mentioned,
    gap = stored.gap + excluded.gap`;

const addQueries = `
  INSERT INTO daily_queries AS stored (${key}, query, answers, mentioned)
  SELECT * FROM json_to_recordset($1::json) AS added (${keyTypes}, query text, answers int, mentioned int)
  ON CONFLICT (${key}, query) DO UPDATE SET
    answers = stored.answers + excluded.answers,
    mentioned = stored.mentioned + excluded.mentioned`;

/** Adds sums to the daily rollups, in the caller's transaction; sorted, so that concurrent writers do not deadlock. */
export async function writeRollup(tx: Database, rollup: Rollup): Promise<void> {
  const write = async (name: string, text: string, rows: unknown[]) => {
    if (rows.length > 0) await tx.$client.query({ name, text, values: [JSON.stringify(rows)] });
  };
  await write('add-daily-answers', addAnswers, sortById(rollup.dailyAnswers));
  await write('add-daily-brands', addBrands, sortById(rollup.dailyBrands));
  await write('add-daily-domains', addDomains, sortById(rollup.dailyDomains));
  await write('add-daily-queries', addQueries, sortById(rollup.dailyQueries));
}
