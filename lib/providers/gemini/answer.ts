import { eventSchema, type GroundingChunk, type VendorEvent } from '#lib/providers/gemini/body';
import { failureOfError } from '#lib/providers/gemini/failure';
import { grounding, type SupportedPassage } from '#lib/providers/gemini/grounding';
import { ProviderFailure } from '#lib/providers/provider';

/** One answer, its events put together. */
export interface GeminiAnswer {
  /** All parts that are answer, joined: the text that byte offsets refer to. */
  text: string;
  chunks: GroundingChunk[];
  passages: SupportedPassage[];
  /** Pages that the model opened by their addresses. */
  opened: string[];
  /** Tokens of question, thoughts and answer, as counted last. */
  tokens?: number;
  /** Why there is no whole answer, in a sentence. */
  note?: string;
}

/** Reasons to stop that are the vendor's refusal or a whole answer; with others an empty text is a mishap. */
const settledReasons =
  /^(?:STOP|SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|LANGUAGE|IMAGE_SAFETY|MODEL_ARMOR)$/;

/**
 * Puts the events of one answer together. A blocked prompt or candidate is an answer with an empty text; the
 * reason stands in the raw events. Grounding may come in any event, empty in early ones, repeated in later ones.
 * @param streamed whether the end has to be told by a finish reason
 * @throws ProviderFailure when it failed inside a 200, ended early, or cannot be read
 */
export function geminiAnswer(rawEvents: unknown[], streamed: boolean): GeminiAnswer {
  const events = rawEvents.map(readEvent);
  const candidates = events.flatMap((event) =>
    (event.candidates ?? []).filter((one) => (one.index ?? 0) === 0),
  );
  const text = candidates
    .flatMap((candidate) => candidate.content?.parts ?? [])
    .map((part) => (part.thought ? '' : (part.text ?? '')))
    .join('');
  const finish = candidates.findLast((candidate) => candidate.finishReason)?.finishReason ?? undefined;
  const blocked = events.some((event) => event.promptFeedback?.blockReason);
  if (!blocked && finish === undefined && (streamed || text === ''))
    throw new ProviderFailure('transient', 'Gemini’s stream ended early.');
  if (!blocked && text === '' && !settledReasons.test(finish ?? '')) {
    throw new ProviderFailure('transient', `Gemini gave no text and stopped for ${finish}.`);
  }
  const tokens = events.findLast((event) => event.usageMetadata)?.usageMetadata?.totalTokenCount;
  const reason = events.find((event) => event.promptFeedback?.blockReason)?.promptFeedback?.blockReason;
  const stopped = reason ?? (finish === 'STOP' || finish === undefined ? undefined : finish);
  return {
    text,
    opened: candidates.flatMap((candidate) => openedPages(candidate.urlContextMetadata?.urlMetadata ?? [])),
    ...(typeof tokens === 'number' && { tokens }),
    ...(stopped && { note: `The engine ${text === '' ? 'gave no answer' : 'stopped early'}: ${stopped}.` }),
    ...grounding(
      candidates.map((candidate) => candidate.groundingMetadata ?? {}),
      text,
    ),
  };
}

function openedPages(read: { retrievedUrl?: string | null; urlRetrievalStatus?: string | null }[]): string[] {
  return read
    .filter(({ urlRetrievalStatus }) => !urlRetrievalStatus || /SUCCESS$/.test(urlRetrievalStatus))
    .flatMap(({ retrievedUrl }) => retrievedUrl || []);
}

function readEvent(raw: unknown): VendorEvent {
  const parsed = eventSchema.safeParse(raw);
  if (!parsed.success) {
    throw new ProviderFailure('transient', 'Gemini’s answer has a shape that cannot be read.', {
      cause: parsed.error,
    });
  }
  if (parsed.data.error) throw failureOfError(parsed.data.error);
  return parsed.data;
}
