import type { BenchProject, Random } from '#scripts/bench/dashboard/fixtures';

/** Tables the bench fills by COPY, with the columns it names. */
export const filledTables = {
  answers:
    'organization_id, requested_at, id, project_id, run_id, task_id, prompt_id, engine, country, sample, status, model, text, search_queries, result',
  answer_sources:
    'organization_id, requested_at, answer_id, position, url, normalized_url, domain, label, citations',
  mentions: 'organization_id, requested_at, answer_id, brand_id, rank, count, spans',
  daily_answers:
    'organization_id, project_id, day, prompt_id, engine, country, answered, no_answer, unreadable, citations, is_branded_prompt, fictional, with_search_queries, sources_listed',
  daily_brands:
    'organization_id, project_id, day, prompt_id, engine, country, brand_id, mentioned, mentions, rank_sum, rank_first_count, cited, citations, rank_histogram, positive, neutral, negative',
  daily_domains:
    'organization_id, project_id, day, prompt_id, engine, country, domain, listed, cited, citations, mentioned, gap',
  daily_queries: 'organization_id, project_id, day, prompt_id, engine, country, query, answers, mentioned',
  run_items: 'organization_id, run_id, id, prompt_id, engine, country, sample, status, task_id',
} as const;
export type FilledTable = keyof typeof filledTables;

/** Takes one row: its columns, tab between them. */
export type WriteRow = (table: FilledTable, row: string) => void;

const text = 'Runners name Alpha, Bravo and a few others; the second lasts longer on wet ground.';
/** Which brand is named how often. */
const fame = [0.45, 0.5, 0.3, 0.2, 0.1];
const sites = 60;
/** The own brand's site and the first competitor's. */
const ownedSites = 2;

interface Site {
  listed: number;
  cited: number;
  citations: number;
  named: number;
  gap: number;
}

/** One day of a project as ingestion would have stored it: every row of it, in the order it came. */
export function writeDay(put: WriteRow, project: BenchProject, at: number, random: Random): void {
  for (const [index, prompt] of project.prompts.entries()) {
    for (const engine of project.engines) {
      for (const country of project.countries)
        putCell(put, project, at, { index, prompt, engine, country }, random);
    }
  }
}

interface Cell {
  index: number;
  prompt: string;
  engine: string;
  country: string;
}

function putCell(put: WriteRow, project: BenchProject, at: number, cell: Cell, random: Random): void {
  const { organizationId, projectId, brands, samples, withCells } = project;
  const { index, prompt, engine, country } = cell;
  const day = project.days[at];
  const run = project.runs[at];
  const named = brands.map(() => ({
    answers: 0,
    rankSum: 0,
    first: 0,
    cited: 0,
    citations: 0,
    ranks: [0, 0, 0, 0, 0],
  }));
  const listed = new Map<number, Site>();
  const queries = new Map<string, { asked: number; named: number }>();
  let citations = 0;
  let sources = 0;
  for (let sample = 1; sample <= samples; sample += 1) {
    const id = random.uuid();
    const task = random.uuid();
    const second = random.below(3600);
    const asked = `${day} 06:${two(Math.floor(second / 60))}:${two(second % 60)}+00`;
    const mentioned = brands.flatMap((_, brand) => (random.next() < (fame[brand] ?? 0) ? [brand] : []));
    for (const [place, brand] of mentioned.entries()) {
      const counts = named[brand];
      if (!counts) continue;
      counts.answers += 1;
      counts.rankSum += place + 1;
      counts.first += place === 0 ? 1 : 0;
      counts.ranks[place] = (counts.ranks[place] ?? 0) + 1;
      put('mentions', `${organizationId}\t${asked}\t${id}\t${brands[brand]}\t${place + 1}\t1\t{13,18}`);
    }
    const own = mentioned[0] === 0;
    const gap = !own && mentioned.length > 0;
    // Few sites are cited often, most seldom.
    const first = Math.floor(sites * random.next() ** 2);
    for (const [position, site] of [first, (first + 1 + random.below(8)) % sites].entries()) {
      const pointed = random.below(3);
      const domain = getSiteDomain(site);
      put(
        'answer_sources',
        `${organizationId}\t${asked}\t${id}\t${position + 1}\thttps://${domain}/${index}\t${domain}/${index}\t${domain}\tA page\t${pointed}`,
      );
      const counts = listed.get(site) ?? { listed: 0, cited: 0, citations: 0, named: 0, gap: 0 };
      const cited = pointed > 0 ? 1 : 0;
      counts.listed += 1;
      counts.cited += cited;
      counts.citations += pointed;
      counts.named += own ? cited : 0;
      counts.gap += gap ? cited : 0;
      listed.set(site, counts);
      const owner = site < ownedSites ? named[site] : undefined;
      if (owner) {
        owner.cited += cited;
        owner.citations += pointed;
      }
      citations += pointed;
      sources += 1;
    }
    const query = `trail shoes ${index} ${random.below(3)}`;
    const counts = queries.get(query) ?? { asked: 0, named: 0 };
    queries.set(query, { asked: counts.asked + 1, named: counts.named + (own ? 1 : 0) });
    put(
      'answers',
      `${organizationId}\t${asked}\t${id}\t${projectId}\t${run}\t${task}\t${prompt}\t${engine}\t${country}\t${sample}\tanswered\tmodel-1\t${text}\t{"${query}"}\t{}`,
    );
    if (withCells) {
      put(
        'run_items',
        `${organizationId}\t${run}\t${id}\t${prompt}\t${engine}\t${country}\t${sample}\tanswered\t${task}`,
      );
    }
  }
  const key = `${organizationId}\t${projectId}\t${day}\t${prompt}\t${engine}\t${country}`;
  const branded = index % 10 === 9 ? 't' : 'f';
  put('daily_answers', `${key}\t${samples}\t0\t0\t${citations}\t${branded}\tf\t${samples}\t${sources}`);
  for (const [brand, one] of named.entries()) {
    if (one.answers === 0 && one.citations === 0) continue;
    const good = random.below(one.answers + 1);
    put(
      'daily_brands',
      `${key}\t${brands[brand]}\t${one.answers}\t${one.answers}\t${one.rankSum}\t${one.first}\t${one.cited}\t${one.citations}\t{${one.ranks.join(',')}}\t${good}\t${one.answers - good}\t0`,
    );
  }
  for (const [site, one] of listed) {
    put(
      'daily_domains',
      `${key}\t${getSiteDomain(site)}\t${one.listed}\t${one.cited}\t${one.citations}\t${one.named}\t${one.gap}`,
    );
  }
  for (const [query, one] of queries) put('daily_queries', `${key}\t${query}\t${one.asked}\t${one.named}`);
}

/** The first two belong to the own brand and the first competitor. */
export function getSiteDomain(site: number): string {
  return `site-${site}.com`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
