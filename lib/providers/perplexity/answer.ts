import {
  eventSchema,
  type SearchResult,
  type VendorEvent,
  type VendorImage,
  type VendorVideo,
} from '#lib/providers/perplexity/body';
import { failureOfError } from '#lib/providers/perplexity/failure';
import { ProviderFailure } from '#lib/providers/provider';

/** One answer, its events put together. */
export interface PerplexityAnswer {
  content: string;
  /** What `[1]`, `[2]`, … stand for, in order. */
  citations: (string | null | undefined)[];
  searchResults: SearchResult[];
  relatedQuestions: string[];
  images: VendorImage[];
  videos: VendorVideo[];
  tokens?: number;
  /** Dollars. */
  cost?: number;
  /** Why there is no whole answer, in a sentence. */
  note?: string;
}

/**
 * Puts a body, or the events of a stream, together. Every event of a stream repeats the sources, so the last
 * ones sent count; the text is the sum of the deltas, or the last whole message where that is longer.
 * @param streamed whether the end has to be told by a finish reason
 * @throws ProviderFailure when it failed inside a 200, ended early, or cannot be read
 */
export function perplexityAnswer(rawEvents: unknown[], streamed: boolean): PerplexityAnswer {
  const events = rawEvents.map(readEvent);
  const choices = events.flatMap((event) =>
    (event.choices ?? []).filter((choice) => (choice.index ?? 0) === 0),
  );
  const finished =
    choices.some((choice) => choice.finish_reason) || events.at(-1)?.object === 'chat.completion.done';
  // The first line of a stream, cut off after it, looks like one body.
  const inParts = streamed || events.some(({ object }) => object === 'chat.completion.chunk');
  if (choices.length === 0 || (inParts && !finished)) {
    throw new ProviderFailure('transient', 'Perplexity’s answer ended early.');
  }
  const whole = choices.findLast((choice) => choice.message?.content)?.message?.content ?? '';
  const summed = choices.map((choice) => choice.delta?.content ?? '').join('');
  const usage = events.findLast((event) => event.usage?.total_tokens)?.usage;
  const dollars = usage?.cost?.total_cost;
  const reason = choices.findLast((choice) => choice.finish_reason)?.finish_reason;
  return {
    ...(typeof usage?.total_tokens === 'number' && { tokens: usage.total_tokens }),
    ...(typeof dollars === 'number' && { cost: dollars }),
    ...(reason && reason !== 'stop' && { note: `The engine stopped early: ${reason}.` }),
    content: withoutThinking(summed.length > whole.length ? summed : whole),
    citations: lastOf(events, (event) => event.citations),
    searchResults: lastOf(events, (event) => event.search_results),
    relatedQuestions: lastOf(events, (event) => event.related_questions)
      .filter((question) => typeof question === 'string')
      .filter((question) => question !== ''),
    images: lastOf(events, (event) => event.images),
    videos: lastOf(events, (event) => event.videos),
  };
}

function readEvent(raw: unknown): VendorEvent {
  const parsed = eventSchema.safeParse(raw);
  if (!parsed.success) {
    throw new ProviderFailure('transient', 'Perplexity’s answer has a shape that cannot be read.', {
      cause: parsed.error,
    });
  }
  if (parsed.data.error) throw failureOfError(parsed.data.error);
  return parsed.data;
}

function lastOf<T>(events: VendorEvent[], read: (event: VendorEvent) => T[] | null | undefined): T[] {
  return events.map(read).findLast((list) => list && list.length > 0) ?? [];
}

/** Reasoning models put their thoughts before the answer, in one tag. */
function withoutThinking(content: string): string {
  return content.replace(/^\s*<think>[\s\S]*?<\/think>\s*/u, '');
}
