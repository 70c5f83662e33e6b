import type { BenchProject, Random } from '#scripts/bench/dashboard/fixtures';

/** The tables that the benchmark populates with COPY, with the columns it writes. */
export const populatedTables = {
  answers:
    'organization_id, requested_at, id, project_id, run_id, task_id, prompt_id, engine, country, sample, status, model, text, search_queries, result',
  answer_sources:
    'organization_id, requested_at, answer_id, position, url, normalized_url, domain, label, citations',
  mentions: 'organization_id, requested_at, answer_id, brand_id, rank, count, spans',
  daily_answers:
    'organization_id, project_id, day, prompt_id, engine, country, answered, no_answer, unreadable, citations, is_branded_prompt, with_search_queries, sources_listed',
  daily_brands:
    'organization_id, project_id, day, prompt_id, engine, country, brand_id, mentioned, mentions, rank_sum, rank_first_count, cited, citations, rank_histogram, positive, neutral, negative',
  daily_domains:
    'organization_id, project_id, day, prompt_id, engine, country, domain, listed, cited, citations, mentioned, gap',
  daily_models: 'organization_id, project_id, day, engine, model, answers',
  daily_queries: 'organization_id, project_id, day, prompt_id, engine, country, query, answers, mentioned',
  run_items: 'organization_id, run_id, id, prompt_id, engine, country, sample, status, task_id',
} as const;
export type PopulatedTable = keyof typeof populatedTables;

/** Writes one row; `row` holds its columns, separated by tabs. */
export type WriteRow = (table: PopulatedTable, row: string) => void;

const text = 'Runners like Alpha, Bravo and a few others; the second lasts longer on wet ground.';
/** Probability, per brand, that an answer mentions it. */
const mentionRates = [0.45, 0.5, 0.3, 0.2, 0.1];
const siteCount = 60;
/** Number of sites that belong to a brand: the first to the project's own brand, the second to the first competitor. */
const ownedSiteCount = 2;

interface SiteCounts {
  listed: number;
  cited: number;
  citations: number;
  mentioned: number;
  gap: number;
}

/** Writes the rows that ingestion would have stored for one day of a project. */
export function writeDay(write: WriteRow, project: BenchProject, dayIndex: number, random: Random): void {
  for (const [index, prompt] of project.prompts.entries()) {
    for (const engine of project.engines) {
      for (const country of project.countries)
        writeSegmentDay(write, project, dayIndex, { index, prompt, engine, country }, random);
    }
  }
  const { organizationId, projectId, days, engines, prompts, countries, samples } = project;
  const answers = prompts.length * countries.length * samples;
  for (const engine of engines) {
    write(
      'daily_models',
      `${organizationId}\t${projectId}\t${days[dayIndex]}\t${engine}\tmodel-1\t${answers}`,
    );
  }
}

interface Segment {
  index: number;
  prompt: string;
  engine: string;
  country: string;
}

function writeSegmentDay(
  write: WriteRow,
  project: BenchProject,
  dayIndex: number,
  segment: Segment,
  random: Random,
): void {
  const { organizationId, projectId, brands, samples, hasRunItems } = project;
  const { index, prompt, engine, country } = segment;
  const day = project.days[dayIndex];
  const run = project.runs[dayIndex];
  const brandCounts = brands.map(() => ({
    answers: 0,
    rankSum: 0,
    first: 0,
    cited: 0,
    citations: 0,
    ranks: [0, 0, 0, 0, 0],
  }));
  const siteCounts = new Map<number, SiteCounts>();
  const queries = new Map<string, { answers: number; mentioned: number }>();
  let citations = 0;
  let sources = 0;
  for (let sample = 1; sample <= samples; sample += 1) {
    const id = random.uuid();
    const task = random.uuid();
    const second = random.nextInteger(3600);
    const requestedAt = `${day} 06:${padTwo(Math.floor(second / 60))}:${padTwo(second % 60)}+00`;
    const mentioned = brands.flatMap((_, brand) =>
      random.next() < (mentionRates[brand] ?? 0) ? [brand] : [],
    );
    for (const [rankIndex, brand] of mentioned.entries()) {
      const counts = brandCounts[brand];
      if (!counts) continue;
      counts.answers += 1;
      counts.rankSum += rankIndex + 1;
      counts.first += rankIndex === 0 ? 1 : 0;
      counts.ranks[rankIndex] = (counts.ranks[rankIndex] ?? 0) + 1;
      write(
        'mentions',
        `${organizationId}\t${requestedAt}\t${id}\t${brands[brand]}\t${rankIndex + 1}\t1\t{13,18}`,
      );
    }
    const mentionsOwn = mentioned[0] === 0;
    const isGap = !mentionsOwn && mentioned.length > 0;
    // A few sites are cited often, most are cited rarely.
    const firstSite = Math.floor(siteCount * random.next() ** 2);
    for (const [position, site] of [
      firstSite,
      (firstSite + 1 + random.nextInteger(8)) % siteCount,
    ].entries()) {
      const citationCount = random.nextInteger(3);
      const domain = getSiteDomain(site);
      write(
        'answer_sources',
        `${organizationId}\t${requestedAt}\t${id}\t${position + 1}\thttps://${domain}/${index}\t${domain}/${index}\t${domain}\tA page\t${citationCount}`,
      );
      const counts = siteCounts.get(site) ?? { listed: 0, cited: 0, citations: 0, mentioned: 0, gap: 0 };
      const cited = citationCount > 0 ? 1 : 0;
      counts.listed += 1;
      counts.cited += cited;
      counts.citations += citationCount;
      counts.mentioned += mentionsOwn ? cited : 0;
      counts.gap += isGap ? cited : 0;
      siteCounts.set(site, counts);
      const owner = site < ownedSiteCount ? brandCounts[site] : undefined;
      if (owner) {
        owner.cited += cited;
        owner.citations += citationCount;
      }
      citations += citationCount;
      sources += 1;
    }
    const query = `trail shoes ${index} ${random.nextInteger(3)}`;
    const queryCounts = queries.get(query) ?? { answers: 0, mentioned: 0 };
    queries.set(query, {
      answers: queryCounts.answers + 1,
      mentioned: queryCounts.mentioned + (mentionsOwn ? 1 : 0),
    });
    write(
      'answers',
      `${organizationId}\t${requestedAt}\t${id}\t${projectId}\t${run}\t${task}\t${prompt}\t${engine}\t${country}\t${sample}\tanswered\tmodel-1\t${text}\t{"${query}"}\t{}`,
    );
    if (hasRunItems) {
      write(
        'run_items',
        `${organizationId}\t${run}\t${id}\t${prompt}\t${engine}\t${country}\t${sample}\tanswered\t${task}`,
      );
    }
  }
  const key = `${organizationId}\t${projectId}\t${day}\t${prompt}\t${engine}\t${country}`;
  const branded = index % 10 === 9 ? 't' : 'f';
  write('daily_answers', `${key}\t${samples}\t0\t0\t${citations}\t${branded}\t${samples}\t${sources}`);
  for (const [brand, counts] of brandCounts.entries()) {
    if (counts.answers === 0 && counts.citations === 0) continue;
    const positive = random.nextInteger(counts.answers + 1);
    write(
      'daily_brands',
      `${key}\t${brands[brand]}\t${counts.answers}\t${counts.answers}\t${counts.rankSum}\t${counts.first}\t${counts.cited}\t${counts.citations}\t{${counts.ranks.join(',')}}\t${positive}\t${counts.answers - positive}\t0`,
    );
  }
  for (const [site, counts] of siteCounts) {
    write(
      'daily_domains',
      `${key}\t${getSiteDomain(site)}\t${counts.listed}\t${counts.cited}\t${counts.citations}\t${counts.mentioned}\t${counts.gap}`,
    );
  }
  for (const [query, counts] of queries) {
    write('daily_queries', `${key}\t${query}\t${counts.answers}\t${counts.mentioned}`);
  }
}

/** Returns the domain of a site. The first two belong to the project's own brand and the first competitor. */
export function getSiteDomain(site: number): string {
  return `site-${site}.com`;
}

function padTwo(number: number): string {
  return String(number).padStart(2, '0');
}
