import { toStreamError } from '#lib/providers/perplexity/api';
import {
  type AnswerImage,
  type AnswerVideo,
  type CompletionEvent,
  eventSchema,
  type SearchResult,
} from '#lib/providers/perplexity/schema';
import { ProviderError } from '#lib/providers/shared/provider';

/** The events of one answer, combined. */
export interface PerplexityAnswer {
  content: string;
  /** The pages that `[1]`, `[2]`, … cite, in order. */
  citations: (string | null | undefined)[];
  searchResults: SearchResult[];
  relatedQuestions: string[];
  images: AnswerImage[];
  videos: AnswerVideo[];
  tokens: number | null | undefined;
  costDollars: number | null | undefined;
  /** Why the answer is not complete, in a sentence. */
  note: string | undefined;
}

/**
 * Combines the events of a stream, or reads a whole body. Every event repeats the sources, so the last ones count.
 * The text is the sum of the deltas, or the last whole message if that is longer.
 * @param streamed whether the last event must have a finish reason
 * @throws ProviderError if Perplexity reports an error, the answer ended early or has an unexpected format
 */
export function readPerplexityAnswer(rawEvents: unknown[], streamed: boolean): PerplexityAnswer {
  const events = rawEvents.map(readEvent);
  const choices = events.flatMap((event) =>
    (event.choices ?? []).filter((choice) => (choice.index ?? 0) === 0),
  );
  const finishReason = choices.findLast((choice) => choice.finish_reason)?.finish_reason;
  const isFinished = finishReason != null || events.at(-1)?.object === 'chat.completion.done';
  // A stream that was cut after its first line looks like a whole body.
  const isStream = streamed || events.some(({ object }) => object === 'chat.completion.chunk');
  if (choices.length === 0 || (isStream && !isFinished)) {
    throw new ProviderError('transient', 'Perplexity’s answer ended early.');
  }
  const message = choices.findLast((choice) => choice.message?.content)?.message?.content ?? '';
  const deltas = choices.map((choice) => choice.delta?.content ?? '').join('');
  const usage = events.findLast((event) => event.usage?.total_tokens)?.usage;
  const stoppedEarly = finishReason && finishReason !== 'stop';
  return {
    content: removeThinking(deltas.length > message.length ? deltas : message),
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

function readEvent(raw: unknown): CompletionEvent {
  const parsed = eventSchema.safeParse(raw);
  if (!parsed.success) {
    throw new ProviderError('transient', 'Perplexity’s answer has an unexpected format.', {
      cause: parsed.error,
    });
  }
  if (parsed.data.error) throw toStreamError(parsed.data.error);
  return parsed.data;
}

function findLastList<T>(
  events: CompletionEvent[],
  read: (event: CompletionEvent) => T[] | null | undefined,
): T[] {
  return events.map(read).findLast((list) => list && list.length > 0) ?? [];
}

/** Removes the thoughts that reasoning models write before the answer. */
function removeThinking(content: string): string {
  return content.replace(/^\s*<think>[\s\S]*?<\/think>\s*/u, '');
}
