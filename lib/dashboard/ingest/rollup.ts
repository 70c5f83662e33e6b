import { normalizeQuery } from '#lib/core/normalize';
import type { BrandScore } from '#lib/dashboard/scoring/score-answer';

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

/** Sums of observations, sorted by key so that concurrent writers do not deadlock. */
export class Rollup {
  private readonly dailyAnswers = new Map<string, DailyAnswers>();
  private readonly dailyBrands = new Map<string, DailyBrand>();
  private readonly dailyDomains = new Map<string, DailyDomain>();
  private readonly dailyQueries = new Map<string, DailyQuery>();

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

  answers(): DailyAnswers[] {
    return sortById(this.dailyAnswers);
  }

  brands(): DailyBrand[] {
    return sortById(this.dailyBrands);
  }

  domains(): DailyDomain[] {
    return sortById(this.dailyDomains);
  }

  queries(): DailyQuery[] {
    return sortById(this.dailyQueries);
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
