import type { BrandScore } from '#lib/dashboard/mentions/score-answer';

/** The cell of a day that an observation counts in. */
export interface DailyCell {
  organization_id: string;
  project_id: string;
  /** YYYY-MM-DD of `asked_at` in UTC. */
  day: string;
  prompt_id: string;
  engine: string;
  country: string;
}

/** One observation as the rollups count it. */
export interface Observation {
  cell: DailyCell;
  status: 'answered' | 'no-answer' | 'unreadable';
  branded: boolean;
  sources: readonly { domain: string; citations: number }[];
  scores: readonly BrandScore[];
}

export interface DailyAnswers extends DailyCell {
  answered: number;
  no_answer: number;
  unreadable: number;
  citations: number;
  branded: boolean;
  fictional: boolean;
}
export interface DailyBrand extends DailyCell {
  brand_id: string;
  mentioned: number;
  mentions: number;
  rank_sum: number;
  first: number;
  cited: number;
  citations: number;
}
export interface DailyDomain extends DailyCell {
  domain: string;
  listed: number;
  cited: number;
  citations: number;
}

/** The sums of a set of observations, in the order of their keys (so that two writers never wait in a circle). */
export class Rollup {
  private readonly dailyAnswers = new Map<string, DailyAnswers>();
  private readonly dailyBrands = new Map<string, DailyBrand>();
  private readonly dailyDomains = new Map<string, DailyDomain>();

  /** Counts an observation. Only an answered one counts for brands, domains and citations. */
  add({ cell, status, branded, sources, scores }: Observation): void {
    const key = Object.values(cell).join('|');
    const answered = status === 'answered';
    const day = entry(this.dailyAnswers, key, () => ({
      ...cell,
      answered: 0,
      no_answer: 0,
      unreadable: 0,
      citations: 0,
      branded,
      fictional: true,
    }));
    day.answered += answered ? 1 : 0;
    day.no_answer += status === 'no-answer' ? 1 : 0;
    day.unreadable += status === 'unreadable' ? 1 : 0;
    if (!answered) return;
    day.citations += sources.reduce((sum, source) => sum + source.citations, 0);
    day.fictional &&= sources.every(({ domain }) => domain.endsWith('.example'));
    this.addBrands(cell, key, scores);
    this.addDomains(cell, key, sources);
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

  private addBrands(cell: DailyCell, key: string, scores: readonly BrandScore[]): void {
    for (const { brandId, mention, citations } of scores) {
      const row = entry(this.dailyBrands, `${key}|${brandId}`, () => ({
        ...cell,
        brand_id: brandId,
        mentioned: 0,
        mentions: 0,
        rank_sum: 0,
        first: 0,
        cited: 0,
        citations: 0,
      }));
      row.mentioned += mention ? 1 : 0;
      row.mentions += mention?.count ?? 0;
      row.rank_sum += mention?.rank ?? 0;
      row.first += mention?.rank === 1 ? 1 : 0;
      row.cited += citations > 0 ? 1 : 0;
      row.citations += citations;
    }
  }

  private addDomains(cell: DailyCell, key: string, sources: Observation['sources']): void {
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
      }));
      row.listed += 1;
      row.cited += count > 0 ? 1 : 0;
      row.citations += count;
    }
  }
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
