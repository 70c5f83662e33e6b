import type { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { resultSchemas } from '#lib/contract/results/by-engine';

/** What an answer is to the dashboard, whatever engine it came from. */
export interface ReadAnswer {
  /** metrics.md, "Observation". */
  status: 'answered' | 'no-answer' | 'unreadable';
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
export function readResult(engine: Engine, result: unknown): ReadAnswer {
  const part = readers[engine](result);
  if (!part) return { ...nothing, status: 'unreadable' };
  const read = { ...nothing, ...part };
  return { ...read, status: read.text.trim() === '' ? 'no-answer' : 'answered' };
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
