import type { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { normalizeUrl } from '#lib/core/normalize';
import { getRegistrableDomain } from '#lib/dashboard/projects/domains';

/** What an answer is to the dashboard, whatever engine it came from. */
export interface ReadAnswer {
  /** metrics.md, "Observation". */
  status: 'answered' | 'no_answer' | 'unreadable';
  model: string | null;
  text: string;
  markdown: string | null;
  searchQueries: string[];
  sources: ListedSource[];
  /** One entry for each place in the text that points at an address. */
  citedUrls: string[];
}

export interface ListedSource {
  position: number;
  url: string;
  label: string;
}

const nothing = { model: null, text: '', markdown: null, searchQueries: [], sources: [], citedUrls: [] };

/** Reads the result of an engine by the contract; one that does not fit it is `unreadable`, not an error. */
export function readAnswer(engine: Engine, result: unknown): ReadAnswer {
  const part = readers[engine](result);
  if (!part) return { ...nothing, status: 'unreadable' };
  const read = { ...nothing, ...part };
  return { ...read, status: read.text.trim() === '' ? 'no_answer' : 'answered' };
}

type Part = Partial<Omit<ReadAnswer, 'status'>>;

/** Each engine's fields under the dashboard's names. */
const readers: Record<Engine, (result: unknown) => Part | undefined> = {
  chat: reader(resultSchemas.chat, (result) => ({
    ...common(result),
    model: result.model ?? null,
    searchQueries: result.searchQueries ?? [],
  })),
  gen: reader(resultSchemas.gen, common),
  social: reader(resultSchemas.social, (result) => ({
    ...common(result),
    model: result.model ?? null,
    searchQueries: result.searchQueries,
  })),
  answer: reader(resultSchemas.answer, (result) => ({
    ...common(result),
    searchQueries: result.search_model_queries.map((asked) => asked.query),
  })),
  office: reader(resultSchemas.office, (result) => ({
    ...common(result),
    searchQueries: result.searchQueries ?? [],
  })),
  searchai: reader(resultSchemas.searchai, common),
  overview: reader(resultSchemas.overview, common),
  search: reader(resultSchemas.search, (result) => listing(result.organicResults)),
  'search/news': reader(resultSchemas['search/news'], (result) => listing(result.newsResults)),
};

function reader<S extends z.ZodType>(schema: S, read: (result: z.output<S>) => Part) {
  return (result: unknown): Part | undefined => {
    const parsed = schema.safeParse(result);
    return parsed.success ? read(parsed.data) : undefined;
  };
}

function common(result: {
  text: string;
  markdown?: string | undefined;
  sources: readonly ListedSource[];
  citationPills?: readonly { url: string }[] | undefined;
}): Part {
  return {
    text: result.text,
    markdown: result.markdown ?? null,
    sources: result.sources.map(({ position, url, label }) => ({ position, url, label })),
    citedUrls: (result.citationPills ?? []).map((pill) => pill.url),
  };
}

/** A page of results reads as its titles and snippets, one result a paragraph. */
function listing(results: readonly { title: string; snippet?: string | undefined; link: string }[]): Part {
  return {
    text: results.map(({ title, snippet = '' }) => `${title}\n${snippet}`.trim()).join('\n\n'),
    sources: results.map(({ title, link }, index) => ({ position: index + 1, url: link, label: title })),
  };
}

/** A source of an answer as it is stored. */
export interface SourceRow {
  /** From 1, distinct within the answer. */
  position: number;
  url: string;
  normalized_url: string;
  domain: string;
  label: string;
  /** Places in the text that point at it. */
  citations: number;
}

/**
 * The sources of an answer with their citations. An address that is listed twice gets its citations at its first
 * place; one that is cited without being listed comes after the listed ones.
 */
export function listSources({ sources, citedUrls }: Pick<ReadAnswer, 'sources' | 'citedUrls'>): SourceRow[] {
  const rows: SourceRow[] = [];
  // By its address and as it was written, for most citations are written as they are listed.
  const firstOf = new Map<string, SourceRow>();
  const add = (url: string, label: string): SourceRow | undefined => {
    const normalizedUrl = normalizeUrl(url);
    const domain = domainOf(url, label);
    // Some vendors list a tool as a source, without an address.
    if (domain === '') return undefined;
    const row = {
      position: rows.length + 1,
      url,
      normalized_url: normalizedUrl,
      domain,
      label,
      citations: 0,
    };
    rows.push(row);
    const first = firstOf.get(normalizedUrl) ?? row;
    firstOf.set(normalizedUrl, first).set(url, first);
    return row;
  };
  for (const { url, label } of [...sources].sort((a, b) => a.position - b.position)) add(url, label);
  for (const url of citedUrls) {
    const row = firstOf.get(url) ?? firstOf.get(normalizeUrl(url)) ?? add(url, '');
    if (row) row.citations += 1;
  }
  return rows;
}

/** Where a search vendor lists a page behind a signpost of its own that soon expires. */
const signpost = /^https:\/\/vertexaisearch\.cloud\.google\.com\/grounding-api-redirect\//;

/** The domain a source belongs to: behind a signpost that was not followed it is the one the vendor names it by. */
function domainOf(url: string, label: string): string {
  const named = signpost.test(url) ? getRegistrableDomain(label) : '';
  return named || getRegistrableDomain(url);
}
