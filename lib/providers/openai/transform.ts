import type { ChatResult } from '#lib/contract/results/chat';
import { removeCitations } from '#lib/core/citation-marks';
import { findTextCitations, mergeCitations } from '#lib/core/text-citations';
import type { Span } from '#lib/core/text-spans';
import { getDomain } from '#lib/core/urls/normalize-url';
import {
  type Annotation,
  type ContentPart,
  eventSchema,
  getErrorKind,
  isSafetyError,
  type ModelResponse,
  type OutputItem,
  responseSchema,
} from '#lib/providers/openai/api';
import { createStreamError, type ModelError, modelErrorSchema } from '#lib/providers/shared/model-api';
import { distinctTexts, joinReported, omitEmpty, parseResponse } from '#lib/providers/shared/parse-response';
import { toPlainText } from '#lib/providers/shared/plain-text';
import { formatProviderMessage, ProviderError } from '#lib/providers/shared/provider';
import { createSourceList, readLinkLabel, removeReferralParameter } from '#lib/providers/shared/sources';

/**
 * Converts OpenAI's finished response to the result of the engine `chat`. Sources are the cited pages in the order of
 * the text, then the other pages that the search listed (`footnote` true). OpenAI returns no descriptions, dates, ads,
 * products, entities or maps, and titles only for cited pages. Citations are the annotations and the other links in the
 * text; they are absent if there is neither a list of annotations nor a link.
 */
export function toChatResult(response: ModelResponse): Omit<ChatResult, 'html'> {
  const output = response.output ?? [];
  const { text, markdown, parts } = readMessages(output, readPart);
  const sources = createSourceList();
  const citations = joinReported(parts.map((part) => part.citations))?.map((citation) => ({
    ...citation,
    url: removeReferralParameter(citation.url),
  }));
  for (const { url, title } of citations ?? []) sources.add(url, { label: title });
  const citedCount = sources.list().length;
  for (const { url, title } of output.flatMap((item) => item.action?.sources ?? [])) {
    if (url) sources.add(removeReferralParameter(url), { label: title });
  }
  const citationPills = citations?.flatMap(({ url, title, label }) => {
    const source = sources.add(url, { label: readLinkLabel(label) });
    return source ? [{ label: title?.trim() || source.label, url, position: source.position }] : [];
  });
  return {
    text,
    markdown,
    ...omitEmpty({ model: response.model }),
    sources: sources.list().map((source) => ({ ...source, footnote: source.position > citedCount })),
    ...(citationPills && {
      citationPills: citationPills.map((pill, index) => ({
        ...pill,
        citationPillId: index + 1,
        domain: getDomain(pill.url),
        type: 'searchResult',
      })),
    }),
    ...readSearchQueries(response, (item) => [...(item.action?.queries ?? []), item.action?.query]),
  };
}

/**
 * Returns `searchQueries` of a response. It is absent if the response has no output, or has searches without a query.
 * @param readQueries returns the queries of a search
 */
export function readSearchQueries(
  { output }: ModelResponse,
  readQueries: (search: OutputItem) => (string | null | undefined)[],
): { searchQueries?: string[] } {
  if (!output || output.length === 0) return {};
  const searches = output.filter(({ type }) => /_search_call$|^custom_tool_call$/.test(type ?? ''));
  const searchQueries = distinctTexts(searches.flatMap(readQueries));
  return searchQueries.length === 0 && searches.length > 0 ? {} : { searchQueries };
}

/** Search and file citation markers that models write for ChatGPT's interface to render. No annotation covers them. */
const unannotatedMarkers = /(?<![ \t])[ \t]*(?:\uE200[^\uE201\n]*\uE201|【[^【】\n]*†[^【】\n]*】)/gu;

function readPart(part: ContentPart) {
  const markdown = part.text ?? part.refusal ?? '';
  const { citations, cleanMarkdown } = readAnnotatedText(markdown, part.annotations);
  return {
    markdown,
    /** Undefined if the part has neither a list of annotations nor a link. */
    citations: part.annotations || citations.length > 0 ? citations : undefined,
    cleanMarkdown: cleanMarkdown.replace(unannotatedMarkers, ''),
  };
}

/** Reads the annotations of a text and its other links, in text order, and removes their marks from it. */
export function readAnnotatedText(markdown: string, annotations: readonly Annotation[] | undefined) {
  const annotated = readCitations(markdown, annotations);
  const found = findTextCitations(markdown);
  const citations = mergeCitations(annotated, found).map((citation) => ({
    url: citation.url,
    title: 'title' in citation ? citation.title : undefined,
    label: 'label' in citation ? citation.label : '',
    /** Undefined if the place is not known. */
    span: citation.span,
  }));
  const cleanMarkdown = removeCitations(markdown, {
    found,
    reported: annotated.flatMap(({ span }) => span ?? []),
    names: annotated.map(({ title }) => title),
  });
  return { citations, cleanMarkdown };
}

/**
 * Reads the URL citations of a text and finds their markers. OpenAI counts offsets in code points, but UTF-16 code
 * units are preferred if they match more markers. If neither matches, the marker is the nearest link to the URL, or else
 * the first span that starts with a bracket.
 */
export function readCitations(text: string, annotations: readonly Annotation[] = []) {
  const cited = annotations.flatMap(({ type, url, title, start_index, end_index }) =>
    type === 'url_citation' && url ? [{ url, title, start: start_index ?? -1, end: end_index ?? -1 }] : [],
  );
  const isMarker = (span: Span | undefined, index: number) =>
    span !== undefined && isCitationMarker(text.slice(span.start, span.end), cited[index]?.url ?? '');
  const countMarkers = (spans: (Span | undefined)[]) => spans.filter(isMarker).length;
  const locate = (toUtf16Offset: (offset: number) => number) =>
    cited.map(({ start, end }): Span | undefined =>
      start < 0 || end <= start ? undefined : { start: toUtf16Offset(start), end: toUtf16Offset(end) },
    );
  const characters = [...text];
  const byCodePoints = locate((offset) => characters.slice(0, offset).join('').length);
  const byCodeUnits = locate((offset) => offset);
  const preferred =
    countMarkers(byCodeUnits) > countMarkers(byCodePoints)
      ? [byCodeUnits, byCodePoints]
      : [byCodePoints, byCodeUnits];
  return cited.map(({ url, title, start }, index) => {
    const spans = preferred.flatMap((candidates) => candidates[index] ?? []);
    const span =
      spans.find((candidate) => isMarker(candidate, index)) ??
      findNearestLink(text, url, Math.max(0, start)) ??
      spans.find((candidate) => openingBracket.test(text.slice(candidate.start, candidate.end)));
    return { url, title, span };
  });
}

const openingBracket = /^[([【]/u;

/** Returns whether a text is a complete citation in brackets, neither prose nor part of a citation. */
function isCitationMarker(text: string, url: string): boolean {
  const isBracketed = openingBracket.test(text) && /[)\]】]$/u.test(text);
  const isCitation = /\]\(|†/u.test(text) || text.includes(url) || text.includes(getDomain(url));
  return isBracketed && isCitation && text.split('(').length === text.split(')').length;
}

/** Finds the Markdown link to a URL that starts closest to an offset, with the brackets around it. */
function findNearestLink(text: string, url: string, offset: number): Span | undefined {
  const target = `](${url})`;
  let nearest: Span | undefined;
  for (let index = text.indexOf(target); index !== -1; index = text.indexOf(target, index + 1)) {
    const opening = text.lastIndexOf('[', index);
    if (opening === -1) continue;
    const end = index + target.length;
    const isEnclosed = text[opening - 1] === '(' && text[end] === ')';
    const span = isEnclosed ? { start: opening - 1, end: end + 1 } : { start: opening, end };
    if (!nearest || Math.abs(span.start - offset) < Math.abs(nearest.start - offset)) nearest = span;
  }
  return nearest;
}

/** The status of a response whose last event does not contain one. */
const finalStatuses: Record<string, string> = {
  'response.completed': 'completed',
  'response.incomplete': 'incomplete',
};

/**
 * Combines the events of a stream, or a whole body, into the finished response. A response that was cut short is
 * returned incomplete; one refused for safety reasons is returned with its error and without output.
 * @param provider the provider’s name in error messages
 * @throws ProviderError if the provider reports an error, the stream ended early, or there is no message although no
 *   filter stopped the answer
 */
export function readResponse(events: unknown[], provider: string): ModelResponse {
  const items: OutputItem[] = [];
  let last: ModelResponse | undefined;
  let error: ModelError | undefined;
  for (const event of events) {
    const { type, response, item, error: reported } = parseResponse(eventSchema, event, provider);
    if (type === 'error') error ??= reported ?? modelErrorSchema.safeParse(event).data;
    // Perplexity reports the error of a failed response beside it.
    if (type === 'response.failed') error ??= reported ?? undefined;
    if (type === 'response.output_item.done' && item) items.push(item);
    const finalStatus = finalStatuses[type ?? ''];
    if (response) last = { ...response, status: response.status ?? finalStatus };
    else if (finalStatus) last = { ...last, status: finalStatus };
    else if (!type?.startsWith('response.') && type !== 'error') last = readBody(event, provider) ?? last;
  }
  error = last?.error ?? error;
  if (error && isSafetyError(error)) return { ...last, error, output: [] };
  if (error) throw createStreamError(provider, error, getErrorKind);
  if (!last || (last.status !== 'completed' && last.status !== 'incomplete')) {
    const status = last?.status ?? 'none';
    throw new ProviderError('transient', `${provider}’s stream ended early with status ${status}.`);
  }
  const response = hasMessage(last) || items.length === 0 ? last : { ...last, output: items };
  const isFiltered = response.incomplete_details?.reason === 'content_filter';
  if (!hasMessage(response) && !isFiltered) {
    throw new ProviderError('transient', `${provider} returned no message.`);
  }
  return response;
}

function hasMessage({ output }: ModelResponse): boolean {
  return (output ?? []).some((item) => item.type === 'message' && item.content);
}

function readBody(body: unknown, provider: string): ModelResponse | undefined {
  const response = parseResponse(responseSchema, body, provider);
  const { object, status, output, error } = response;
  return object === 'response' || output || error
    ? { ...response, status: status ?? 'completed' }
    : undefined;
}

/** Explains in a sentence why an answer is incomplete or refused; undefined if it is complete. */
export function describeIncompleteAnswer({
  error,
  status,
  incomplete_details,
  output,
}: ModelResponse): string | undefined {
  if (error) return `The engine refused to answer: ${formatProviderMessage(error.code, error.message)}`;
  const reason = incomplete_details?.reason;
  if (reason === 'content_filter') return 'The engine’s content filter stopped the answer.';
  if (reason) return `The answer was cut short: ${formatProviderMessage(reason)}.`;
  if (status === 'incomplete') return 'The answer was cut short.';
  const parts = (output ?? []).flatMap((item) => item.content ?? []);
  return parts.some((part) => part.refusal) ? 'The engine refused to answer.' : undefined;
}

/**
 * Reads the text of an answer: the messages of the output. Messages that only announce the next step are used only
 * if there are no others.
 * @param readPart returns a part's Markdown and the same text without citations (`cleanMarkdown`)
 */
export function readMessages<P extends { markdown: string; cleanMarkdown: string }>(
  output: OutputItem[],
  readPart: (part: ContentPart) => P,
): { text: string; markdown: string; parts: P[] } {
  const all = output.filter((item) => item.type === 'message' && (item.content ?? []).length > 0);
  const answers = all.filter((message) => message.phase !== 'commentary');
  const messages = (answers.length > 0 ? answers : all).map(({ content }) => (content ?? []).map(readPart));
  const join = (field: 'markdown' | 'cleanMarkdown') =>
    messages.map((parts) => parts.map((part) => part[field]).join('')).join('\n\n');
  return { text: toPlainText(join('cleanMarkdown')), markdown: join('markdown'), parts: messages.flat() };
}
