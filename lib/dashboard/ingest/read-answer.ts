import type { z } from 'zod';
import { type Engine, engines } from '#lib/contract/engines';
import { resultSchemas } from '#lib/contract/results/by-engine';
import type { ResultMeta } from '#lib/contract/results/meta';
import { findTextCitations, mergeCitations, type TextCitation } from '#lib/core/text-citations';
import { normalizeUrl } from '#lib/core/urls/normalize-url';
import type { ReportedValues } from '#lib/dashboard/ingest/reported-values';
import { getSourceSite } from '#lib/dashboard/projects/domains';

/** An answer in the common shape of all engines. */
export interface NormalizedAnswer extends ReportedValues {
  status: 'answered' | 'no_answer' | 'unreadable';
  /** Null if the result does not name it. */
  provider: string | null;
  model: string | null;
  text: string;
  markdown: string | null;
  searchQueries: string[];
  sources: ListedSource[];
  /** One entry for each place in the text that points to a URL. */
  citedUrls: string[];
}

export interface ListedSource {
  position: number;
  url: string;
  label: string;
}

const emptyAnswer = {
  provider: null,
  model: null,
  text: '',
  markdown: null,
  searchQueries: [],
  sources: [],
  citedUrls: [],
  hasReportedQueries: false,
  hasReportedCitations: false,
};

/** The engines whose results have the answer as the engine wrote it. Results of Search and News have no structure to keep. */
const structuredEngines = new Set<string>(
  engines.filter((engine) => 'markdown' in resultSchemas[engine].shape),
);

/** Returns whether an answer is stored with its structure, or is of an engine whose results have none. */
export function hasStructure(engine: string, markdown: string | null): boolean {
  return (markdown !== null && markdown !== '') || !structuredEngines.has(engine);
}

/** Reads an engine's result; one that does not match the contract is `unreadable`. */
export function readAnswer(engine: Engine, result: unknown): NormalizedAnswer {
  const fields = readers[engine](result);
  if (!fields) return { ...emptyAnswer, status: 'unreadable' };
  const answer = { ...emptyAnswer, ...fields };
  return { ...answer, status: answer.text.trim() === '' ? 'no_answer' : 'answered' };
}

type AnswerFields = Partial<Omit<NormalizedAnswer, 'status'>>;

const readers: Record<Engine, (result: unknown) => AnswerFields | undefined> = {
  chat: createReader(resultSchemas.chat, readCommonFields),
  gen: createReader(resultSchemas.gen, readCommonFields),
  social: createReader(resultSchemas.social, readCommonFields),
  answer: createReader(resultSchemas.answer, ({ search_model_queries, ...result }) =>
    readCommonFields({ ...result, searchQueries: search_model_queries?.map(({ query }) => query) }),
  ),
  office: createReader(resultSchemas.office, readCommonFields),
  searchai: createReader(resultSchemas.searchai, readCommonFields),
  overview: createReader(resultSchemas.overview, readCommonFields),
  search: createReader(resultSchemas.search, (result) => readResults(result.organicResults)),
  'search/news': createReader(resultSchemas['search/news'], (result) => readResults(result.newsResults)),
};

function createReader<R extends { meta?: ResultMeta | undefined }>(
  schema: z.ZodType<R>,
  read: (result: R) => AnswerFields,
) {
  return (result: unknown): AnswerFields | undefined => {
    const { data } = schema.safeParse(result);
    return data && { ...read(data), provider: data.meta?.provider ?? null };
  };
}

function readCommonFields(result: {
  model?: string | undefined;
  text: string;
  markdown?: string | undefined;
  sources: readonly ListedSource[];
  citationPills?: readonly { url: string }[] | undefined;
  searchQueries?: string[] | undefined;
}): AnswerFields {
  const { citationPills = [], markdown = '' } = result;
  const { sources, citedUrls } = readLinkedSources(citationPills.length > 0 ? '' : markdown, result.sources);
  for (const { url } of citationPills) citedUrls.push(url);
  return {
    model: result.model ?? null,
    text: result.text,
    markdown: result.markdown ?? null,
    sources,
    citedUrls,
    searchQueries: result.searchQueries ?? [],
    hasReportedQueries: result.searchQueries !== undefined,
    hasReportedCitations: result.citationPills !== undefined || citedUrls.length > 0,
  };
}

/**
 * Reads the citations of an answer whose result reports none, such as one of another service, from the links in its text.
 * @returns the cited URLs, and the sources with the cited pages that are not listed
 */
export function readLinkedSources(
  markdown: string,
  listed: readonly ListedSource[],
): Pick<NormalizedAnswer, 'sources' | 'citedUrls'> {
  const links = mergeCitations<TextCitation>([], findTextCitations(markdown));
  const sources = listed.map(({ position, url, label }) => ({ position, url, label }));
  const known = new Set(sources.map(({ url }) => normalizeUrl(url)));
  let last = Math.max(0, ...sources.map(({ position }) => position));
  for (const { url, label } of links) {
    if (known.has(normalizeUrl(url))) continue;
    known.add(normalizeUrl(url));
    last += 1;
    sources.push({ position: last, url, label });
  }
  return { sources, citedUrls: links.map(({ url }) => url) };
}

/** Formats search results as text: title and snippet, one paragraph per result. */
function readResults(
  results: readonly { title: string; snippet?: string | undefined; link: string }[],
): AnswerFields {
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
  /** Places in the text that point to it. */
  citations: number;
}

/**
 * Returns the sources of an answer with their citations. Citations of a URL that is listed twice count for the first
 * entry; cited URLs that are not listed follow the listed ones.
 */
export function listSources({
  sources,
  citedUrls,
}: Pick<NormalizedAnswer, 'sources' | 'citedUrls'>): SourceRow[] {
  const rows: SourceRow[] = [];
  // Keyed by original URL too: most citations repeat the listed URL exactly, so they need no normalizing.
  const firstByUrl = new Map<string, SourceRow>();
  const add = (url: string, label: string): SourceRow | undefined => {
    const normalizedUrl = normalizeUrl(url);
    const domain = getSourceSite({ url, label });
    // Some providers list tools as sources, without a URL.
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
    const first = firstByUrl.get(normalizedUrl) ?? row;
    firstByUrl.set(normalizedUrl, first).set(url, first);
    return row;
  };
  for (const { url, label } of [...sources].sort((a, b) => a.position - b.position)) add(url, label);
  for (const url of citedUrls) {
    const row = firstByUrl.get(url) ?? firstByUrl.get(normalizeUrl(url)) ?? add(url, '');
    if (row) row.citations += 1;
  }
  return rows;
}
