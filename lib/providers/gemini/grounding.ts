import type { GroundingChunk, GroundingSupport } from '#lib/providers/gemini/body';

/** A passage of the answer and the pages that support it. */
export interface SupportedPassage {
  /** The passage's words. */
  text: string;
  /** UTF-8 byte offset of its beginning in the joined text. */
  startByte: number;
  chunks: GroundingChunk[];
}

interface Metadata {
  groundingChunks?: GroundingChunk[] | null;
  groundingSupports?: GroundingSupport[] | null;
}

/** What an answer was grounded in. */
interface Grounding {
  chunks: GroundingChunk[];
  passages: SupportedPassage[];
}

/**
 * Joins the grounding of an answer's events. Indices refer to the chunks of their own event, or to the last ones
 * sent when it brings none; one beyond them counts through all that were sent.
 */
export function grounding(events: Metadata[], text: string): Grounding {
  const bytes = Buffer.from(text, 'utf8');
  const last = events.findLast((event) => (event.groundingChunks ?? []).length > 0)?.groundingChunks ?? [];
  const passages = new Map<string, SupportedPassage>();
  let current = last;
  const sent: GroundingChunk[] = [];
  for (const event of events) {
    if ((event.groundingChunks ?? []).length > 0) current = event.groundingChunks ?? [];
    sent.push(...(event.groundingChunks ?? []));
    for (const support of event.groundingSupports ?? []) {
      const startByte = support.segment?.startIndex ?? 0;
      const endByte = support.segment?.endIndex ?? startByte;
      const indices = support.groundingChunkIndices ?? [];
      const chunks = indices
        .map((index) => current[index ?? -1] ?? sent[index ?? -1])
        .filter((chunk) => chunk !== undefined);
      const words = support.segment?.text ?? bytes.subarray(startByte, endByte).toString('utf8');
      const key = JSON.stringify([startByte, endByte, chunks.map(addressOf)]);
      if (!passages.has(key)) passages.set(key, { text: words, startByte, chunks });
    }
  }
  return {
    chunks: sent,
    passages: [...passages.values()].toSorted((a, b) => a.startByte - b.startByte),
  };
}

/** The address a chunk stands for, or undefined for one without. */
export function addressOf(chunk: GroundingChunk): string | undefined {
  return placeOf(chunk)?.uri ?? undefined;
}

/** Whatever kind of place a chunk is: the one of its parts that has an address. */
export function placeOf(chunk: GroundingChunk) {
  return [chunk.web, chunk.maps, chunk.retrievedContext].find((place) => place?.uri);
}
