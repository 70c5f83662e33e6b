/** A piece of a text, with the brand that is mentioned there or null for plain text. */
export interface Segment {
  text: string;
  brandId: string | null;
}

/** Where a brand is mentioned: start, end, start, end, … in UTF-16 units of the text. */
export interface Highlight {
  brandId: string;
  spans: readonly number[];
}

/**
 * Splits a text into segments by mention. The segments joined are the text again; where spans overlap, the one
 * that begins first (then the longer) is kept, and what lies outside the text is left out.
 */
export function highlight(text: string, mentions: readonly Highlight[]): Segment[] {
  const places = mentions
    .flatMap(({ brandId, spans }) => pairsOf(spans).map(([start, end]) => ({ brandId, start, end })))
    .filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const segments: Segment[] = [];
  let at = 0;
  for (const { brandId, start, end } of places) {
    if (start < at) continue;
    if (start > at) segments.push({ text: text.slice(at, start), brandId: null });
    segments.push({ text: text.slice(start, end), brandId });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at), brandId: null });
  return segments;
}

function pairsOf(spans: readonly number[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (let index = 0; index + 1 < spans.length; index += 2) {
    pairs.push([spans[index] ?? 0, spans[index + 1] ?? 0]);
  }
  return pairs;
}
