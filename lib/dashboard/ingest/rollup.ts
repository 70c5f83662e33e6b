import { normalizeQuery } from '#lib/core/normalize';
import type { BrandScore } from '#lib/dashboard/scoring/score-answer';

/** One observation as the rollups count it. */
export interface Observation {
  cell: DailyCell;
  status: 'answered' | 'no_answer' | 'unreadable';
  branded: boolean;
  sources: readonly { domain: string; citations: number }[];
  /** What the engine searched for. */
  searchQueries: readonly string[];
  scores: readonly BrandScore[];
}

/** Ranks are counted apart up to the 9th; the 10th place stands for 10 and more. */
const mostRanks = 10;

/** The sums of a set of observations, in the order of their keys (so that two writers never wait in a circle). */
export class Rollup {
  private readonly dailyAnswers = new Map<string, DailyAnswers>();
  private readonly dailyBrands = new Map<string, DailyBrand>();
  private readonly dailyDomains = new Map<string, DailyDomain>();
  private readonly dailyQueries = new Map<string, DailyQuery>();

  /** Counts an observation. Only an answered one counts for brands, domains, citations and queries. */
  add({ cell, status, branded, sources, searchQueries, scores }: Observation): void {
    const key = Object.values(cell).join('|');
    const answered = status === 'answered';
    const day = entry(this.dailyAnswers, key, () => ({
      ...cell,
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
    this.addBrands(cell, key, scores);
    this.addDomains(cell, key, sources, scores);
    const queries = new Set(searchQueries.map(normalizeQuery).filter((query) => query !== ''));
    day.with_search_queries += queries.size > 0 ? 1 : 0;
    this.addQueries(cell, key, queries, mentions(scores, 'own'));
  }

  answers(): DailyAnswers[] {
    return inOrder(this.dailyAnswers);
  }

  brands(): DailyBrand[] {
    return inOrder(this.dailyBrands);
  }

  domains(): DailyDomain[] {
    return inOrder(this.dailyDomains);
  }

  queries(): DailyQuery[] {
    return inOrder(this.dailyQueries);
  }

  private addBrands(cell: DailyCell, key: string, scores: readonly BrandScore[]): void {
    for (const { brandId, mention, sentiment, citations } of scores) {
      const row = entry(this.dailyBrands, `${key}|${brandId}`, () => ({
        ...cell,
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
    cell: DailyCell,
    key: string,
    sources: Observation['sources'],
    scores: readonly BrandScore[],
  ): void {
    const mentioned = mentions(scores, 'own');
    const gap = !mentioned && mentions(scores, 'competitor');
    const citations = new Map<string, number>();
    for (const source of sources) {
      citations.set(source.domain, (citations.get(source.domain) ?? 0) + source.citations);
    }
    for (const [domain, count] of citations) {
      const row = entry(this.dailyDomains, `${key}|${domain}`, () => ({
        ...cell,
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

  private addQueries(cell: DailyCell, key: string, queries: ReadonlySet<string>, mentioned: boolean): void {
    for (const query of queries) {
      const row = entry(this.dailyQueries, `${key}|${query}`, () => ({
        ...cell,
        query,
        answers: 0,
        mentioned: 0,
      }));
      row.answers += 1;
      row.mentioned += mentioned ? 1 : 0;
    }
  }
}

function mentions(scores: readonly BrandScore[], role: BrandScore['role']): boolean {
  return scores.some((score) => score.mention !== undefined && score.role === role);
}

function countRank(ranks: number[], rank: number): void {
  const place = Math.min(rank, mostRanks);
  while (ranks.length < place) ranks.push(0);
  ranks[place - 1] = (ranks[place - 1] ?? 0) + 1;
}

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function inOrder<T>(map: Map<string, T>): T[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** The cell of a day that an observation counts in. */
export interface DailyCell {
  organization_id: string;
  project_id: string;
  /** Of the brands it is scored by. */
  scoring_version: number;
  /** YYYY-MM-DD of `requested_at` in UTC. */
  day: string;
  prompt_id: string;
  engine: string;
  country: string;
}

/** The cell an answer counts in. Its columns come in one order, by which writers sort. */
export function dailyCell(answer: {
  organizationId: string;
  projectId: string;
  scoringVersion: number;
  requestedAt: Date;
  promptId: string;
  engine: string;
  country: string;
}): DailyCell {
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

export interface DailyAnswers extends DailyCell {
  answered: number;
  no_answer: number;
  unreadable: number;
  citations: number;
  is_branded_prompt: boolean;
  fictional: boolean;
  with_search_queries: number;
  sources_listed: number;
}
export interface DailyBrand extends DailyCell {
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
export interface DailyDomain extends DailyCell {
  domain: string;
  listed: number;
  cited: number;
  citations: number;
  mentioned: number;
  gap: number;
}
export interface DailyQuery extends DailyCell {
  query: string;
  answers: number;
  mentioned: number;
}
