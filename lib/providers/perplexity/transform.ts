import type { AnswerResult } from '#lib/contract/results/assistants';
import { removeCitations } from '#lib/core/citation-marks';
import { findTextCitations, mergeCitations } from '#lib/core/text-citations';
import { matchOutsideCode, type Span } from '#lib/core/text-spans';
import {
  type ContentPart,
  eventSchema,
  type ModelResponse,
  type OutputItem,
} from '#lib/providers/openai/api';
import { readMessages, readResponse } from '#lib/providers/openai/transform';
import { type Search, searchSchema, usageSchema } from '#lib/providers/perplexity/api';
import { distinctTexts, omitEmpty } from '#lib/providers/shared/parse-response';
import { createSourceList, readLinkLabel, toCitationPill } from '#lib/providers/shared/sources';

/** A finished response with the searches that led to it, in order. */
export interface PerplexityResponse extends ModelResponse {
  searches?: Search[];
}

/**
 * Converts Perplexity's finished response to the result of the engine `answer`. Sources are the results of its searches in
 * their order, cited or not, then other pages that the text links to. Each ID in a marker and each other link in the text
 * is one citation. An ID that several searches use is a result of the last one. `search_model_queries` are the queries that were searched for, each once; the first one usually repeats the prompt
 * and is kept, because it was searched for too. Perplexity returns no related questions, images, videos, hotels, places or
 * products, so the result has none of these fields.
 */
export function toAnswerResult(response: PerplexityResponse): Omit<AnswerResult, 'html'> {
  const searches = response.searches ?? [];
  const sources = createSourceList();
  const pagesById: PagesById = new Map();
  const results = searches.flatMap((search) => search.results ?? []);
  for (const { id, url, title, snippet } of results) {
    const source = url ? sources.add(url, { label: title, description: snippet }) : undefined;
    if (source && id != null) pagesById.set(String(id), source);
  }
  const names = results.map(({ title }) => title);
  const { text, markdown, parts } = readMessages(response.output ?? [], (part) =>
    readPart(part, pagesById, names),
  );
  const cited = parts
    .flatMap(({ citations }) => citations)
    .flatMap(({ url, label }) => sources.add(url, { label }) ?? []);
  return {
    text,
    markdown,
    ...omitEmpty({ model: response.model }),
    sources: sources.list(),
    citationPills: cited.map(toCitationPill),
    search_model_queries: distinctTexts(searches.flatMap(({ queries }) => queries ?? [])).map((query) => ({
      query,
    })),
  };
}

/** The pages of search results by the IDs in markers. */
type PagesById = Map<string, { url: string }>;

function readPart(part: ContentPart, pagesById: PagesById, names: (string | null | undefined)[]) {
  const markdown = part.text ?? part.refusal ?? '';
  const markers = findCitationMarkers(markdown, (id) => pagesById.has(id));
  const reported = markers.flatMap(({ ids, start, end }) =>
    ids.flatMap((id) => {
      const page = pagesById.get(id);
      return page ? [{ url: page.url, span: { start, end } }] : [];
    }),
  );
  const found = findTextCitations(markdown);
  const citations = mergeCitations(reported, found).map((citation) => ({
    url: citation.url,
    label: 'label' in citation ? readLinkLabel(citation.label) : undefined,
  }));
  return {
    markdown,
    cleanMarkdown: removeCitations(markdown, { found, reported: markers, names }),
    citations,
  };
}

/**
 * Combines the events of a stream, or reads a whole body. What the last event of a stream lacks, the searches or the
 * message, is taken from the events before it.
 * @throws ProviderError as `readResponse` does
 */
export function readPerplexityResponse(events: unknown[]): PerplexityResponse {
  const items = events.flatMap((event): OutputItem[] => {
    const item = eventSchema.safeParse(event).data?.item;
    return item ? [item] : [];
  });
  const parts = events.map((event) => searchSchema.parse(event));
  const text = parts.map(({ type, delta }) => (type === 'response.output_text.delta' ? delta : '')).join('');
  const isTextOnly = text !== '' && !items.some(({ type, content }) => type === 'message' && content);
  const message = { type: 'message', content: [{ type: 'output_text', text }] };
  const complete = isTextOnly ? [...events, { type: 'response.output_item.done', item: message }] : events;
  const response = readResponse(complete, 'Perplexity');
  const candidates = [...(response.output ?? []), ...items].map((item) => searchSchema.parse(item));
  return { ...response, searches: [...candidates, ...parts].filter(isSearch) };
}

/** Returns whether an output item or an event has the queries or the results of a search. */
function isSearch({ type }: Search): boolean {
  return type === 'search_results' || /^response\.reasoning\.search_(?:queries|results)$/.test(type ?? '');
}

/** Returns the tokens and the cost in US dollars that Perplexity reports. */
export function readUsage({ usage }: ModelResponse) {
  const { total_tokens: tokens, cost } = usageSchema.parse(usage);
  return { tokens, costDollars: cost.total_cost };
}

/** A marker such as `[1]` or `[1, 3]`. */
export interface CitationMarker extends Span {
  /** IDs of search results. */
  ids: string[];
}

const markerPattern = /\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\](?!:\s*https?:)(?:\([^\s()]*\))?/gu;

/**
 * Finds the citation markers outside code that contain only IDs of results. Other brackets, such as those around a year,
 * are text.
 */
export function findCitationMarkers(text: string, isResult: (id: string) => boolean): CitationMarker[] {
  return matchOutsideCode(text, markerPattern).flatMap(({ 1: list = '', span }) => {
    const ids = list.split(',').map((id) => id.trim());
    return ids.every(isResult) ? [{ ...span, ids }] : [];
  });
}
