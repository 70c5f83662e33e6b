import type { AnswerResult } from '#lib/contract/results/assistants';
import { getDomain, normalizeUrl } from '#lib/core/text';
import {
  type AnswerImage,
  type AnswerVideo,
  type CompletionEvent,
  eventSchema,
  getErrorKind,
  type SearchResult,
} from '#lib/providers/perplexity/api';
import { readModelEvents } from '#lib/providers/shared/model-api';
import { omitEmpty } from '#lib/providers/shared/parse-response';
import { toPlainText } from '#lib/providers/shared/plain-text';
import { ProviderError } from '#lib/providers/shared/provider';
import { createSourceList, toCitationPill } from '#lib/providers/shared/sources';
import { matchOutsideCode, type Span } from '#lib/providers/shared/text-spans';

type Media = AnswerResult['images'][number];

/**
 * Converts Perplexity's answer to the result of the engine `answer`. Sources are the numbered list; each number in a
 * marker is one citation. Perplexity returns no search queries, hotels, places or products. The `url` of an image is
 * the page it comes from, and its thumbnail is the image itself. A video has a size only for its thumbnail.
 */
export function toAnswerResult(answer: PerplexityAnswer): Omit<AnswerResult, 'html'> {
  const sources = createSourceList();
  const numbered = listNumberedPages(answer).map(({ url, title, snippet }) =>
    url ? sources.add(url, { label: title, description: snippet }) : undefined,
  );
  const markers = findCitationMarkers(answer.content, numbered.length);
  const cited = markers.flatMap(({ numbers }) => numbers).flatMap((number) => numbered[number - 1] ?? []);
  return {
    text: toPlainText(removeMarkers(answer.content, markers)),
    markdown: answer.content,
    sources: sources.list(),
    citationPills: cited.map(toCitationPill),
    related_queries: answer.relatedQuestions,
    search_model_queries: [],
    images: answer.images.flatMap(toImage),
    videos: answer.videos.flatMap(toVideo),
  };
}

/**
 * Lists the pages in the order of their numbers. `citations` defines the numbers and `search_results` adds details;
 * without `citations`, `search_results` defines both.
 */
function listNumberedPages({ citations, searchResults }: PerplexityAnswer): SearchResult[] {
  const numbered = citations.map((url, index) => {
    const isThisPage = (result: SearchResult) =>
      result.url && url ? normalizeUrl(result.url) === normalizeUrl(url) : false;
    const sameIndex = searchResults[index];
    const details =
      sameIndex && (!sameIndex.url || isThisPage(sameIndex)) ? sameIndex : searchResults.find(isThisPage);
    return { ...details, url: url || details?.url };
  });
  return [...numbered, ...searchResults.slice(citations.length)];
}

function toImage(image: AnswerImage): Media[] {
  const { title, width, height } = image;
  const imageUrl = image.image_url || image.imageUrl || image.url || undefined;
  const url = image.origin_url || image.originUrl || imageUrl;
  if (url === undefined) return [];
  const size = { image_width: width, image_height: height, thumbnail_width: width, thumbnail_height: height };
  return [
    {
      url,
      medium: 'image',
      ...omitEmpty({ title, thumbnail: imageUrl, source: getDomain(url), ...(imageUrl && size) }),
    },
  ];
}

function toVideo(video: AnswerVideo): Media[] {
  const { url, title, thumbnail_url, thumbnail_width, thumbnail_height } = video;
  if (!url) return [];
  const details = {
    title,
    thumbnail: thumbnail_url,
    source: getDomain(url),
    thumbnail_width,
    thumbnail_height,
  };
  return [{ url, medium: 'video', ...omitEmpty(details) }];
}

type PerplexityAnswer = ReturnType<typeof readPerplexityAnswer>;

/**
 * Combines the events of a stream, or reads a whole body. Every event repeats the sources, so the last ones count.
 * The text is the concatenated deltas, or the last whole message if that is longer.
 * @param isStreamed whether the events come from a stream, which is complete only if it has a finish reason or a
 *   `chat.completion.done` event at the end
 * @throws ProviderError if Perplexity reports an error, the answer ended early or has an unexpected format
 */
export function readPerplexityAnswer(rawEvents: unknown[], isStreamed: boolean) {
  const events = readModelEvents('Perplexity', eventSchema, rawEvents, getErrorKind);
  const choices = events.flatMap((event) =>
    (event.choices ?? []).filter((choice) => (choice.index ?? 0) === 0),
  );
  const finishReason = choices.findLast((choice) => choice.finish_reason)?.finish_reason;
  const isFinished = finishReason != null || events.at(-1)?.object === 'chat.completion.done';
  // A stream that was cut after its first line looks like a whole body.
  const isStream = isStreamed || events.some(({ object }) => object === 'chat.completion.chunk');
  if (choices.length === 0 || (isStream && !isFinished)) {
    throw new ProviderError('transient', 'Perplexity’s answer ended early.');
  }
  const message = choices.findLast((choice) => choice.message?.content)?.message?.content ?? '';
  const deltas = choices.map((choice) => choice.delta?.content ?? '').join('');
  const usage = events.findLast((event) => event.usage?.total_tokens)?.usage;
  const stoppedEarly = finishReason && finishReason !== 'stop';
  return {
    // Reasoning models write their reasoning before the answer.
    content: (deltas.length > message.length ? deltas : message).replace(
      /^\s*<think>[\s\S]*?<\/think>\s*/u,
      '',
    ),
    /** The pages that `[1]`, `[2]`, … cite, in order. */
    citations: findLastList(events, (event) => event.citations),
    searchResults: findLastList(events, (event) => event.search_results),
    relatedQuestions: findLastList(events, (event) => event.related_questions).flatMap(
      (question) => question || [],
    ),
    images: findLastList(events, (event) => event.images),
    videos: findLastList(events, (event) => event.videos),
    tokens: usage?.total_tokens,
    costDollars: usage?.cost?.total_cost,
    note: stoppedEarly ? `The engine stopped early: ${finishReason}.` : undefined,
  };
}

function findLastList<T>(
  events: CompletionEvent[],
  read: (event: CompletionEvent) => T[] | null | undefined,
): T[] {
  return events.map(read).findLast((list) => list && list.length > 0) ?? [];
}

/** A marker such as `[1]` or `[1, 3]`. */
export interface CitationMarker extends Span {
  /** From 1. */
  numbers: number[];
}

const markerPattern = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!:\s*https?:)(?:\([^\s()]*\))?/gu;

/**
 * Finds the citation markers outside code that contain only numbers from 1 to `count`. Other brackets, such as those
 * around a year, are text.
 */
export function findCitationMarkers(text: string, count: number): CitationMarker[] {
  return matchOutsideCode(text, markerPattern).flatMap(({ 1: list = '', span }) => {
    const numbers = list.split(',').map(Number);
    const isCitation = numbers.every((number) => number >= 1 && number <= count);
    return isCitation ? [{ ...span, numbers }] : [];
  });
}

/** Removes markers and the spaces before them. */
export function removeMarkers(text: string, markers: CitationMarker[]): string {
  let result = '';
  let previousEnd = 0;
  for (const { start, end } of markers) {
    result += text
      .slice(previousEnd, start)
      .replace(/[ \t]+$/u, (spaces, index: number) => (index === 0 && previousEnd === 0 ? spaces : ''));
    previousEnd = end;
  }
  return result + text.slice(previousEnd);
}
