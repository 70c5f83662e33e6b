/** A piece of a text, with the brand that is mentioned there or null for plain text. */
export interface TextPart {
  text: string;
  brandId: string | null;
}

/** Where a brand is mentioned: start, end, start, end, … in UTF-16 units of the text. */
export interface MentionSpans {
  brandId: string;
  spans: readonly number[];
}

/**
 * Splits a text into segments by mention. The segments joined are the text again; where spans overlap, the one
 * that begins first (then the longer) is kept, and what lies outside the text is left out.
 */
export function highlightMentions(text: string, mentions: readonly MentionSpans[]): TextPart[] {
  const places = mentions
    .flatMap(({ brandId, spans }) => pairsOf(spans).map(([start, end]) => ({ brandId, start, end })))
    .filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const segments: TextPart[] = [];
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

/**
 * Carries mentions over from a plain text to the pieces in which the same answer is set as Markdown. A mention is
 * found again by its words and by being the first, second, third … place where they stand; where the two texts do
 * not hold the same number of those places, each of them is marked. The segments of a piece joined are the piece
 * again.
 */
export function highlightMentionsInPieces(
  text: string,
  mentions: readonly MentionSpans[],
  pieces: readonly string[],
): TextPart[][] {
  const set = pieces.join('\n');
  const carried = mentions.map(({ brandId, spans }) => ({ brandId, spans: carry(text, spans, set) }));
  let start = 0;
  return pieces.map((piece) => {
    const from = start;
    start += piece.length + 1;
    const inside = carried.map(({ brandId, spans }) => ({
      brandId,
      spans: spans.flatMap(([begin, end]) => [begin - from, end - from]),
    }));
    return highlightMentions(piece, inside);
  });
}

/** The spans of one brand in the other text. */
function carry(text: string, spans: readonly number[], set: string): [number, number][] {
  const placesOf = new Map<string, { there: number[]; here: number[] }>();
  const carried: [number, number][] = [];
  for (let index = 0; index + 1 < spans.length; index += 2) {
    const start = spans[index] ?? 0;
    const words = text.slice(start, spans[index + 1] ?? 0);
    if (words === '') continue;
    const known = placesOf.get(words) ?? { there: places(text, words), here: places(set, words) };
    placesOf.set(words, known);
    const { there, here } = known;
    const wanted = there.length === here.length ? [here[there.indexOf(start)] ?? -1] : here;
    for (const at of wanted) if (at >= 0) carried.push([at, at + words.length]);
  }
  return carried;
}

function places(text: string, words: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) found.push(at);
  return found;
}

/** A piece of a text, or the number of the source it points at there. */
export type CitedPart = { text: string } | { source: number };

/** Splits a text at its marks "[1]" that point at a source which is there; other brackets stay text. */
export function splitAtCitations(text: string, sources: ReadonlySet<number>): CitedPart[] {
  const pieces: CitedPart[] = [];
  let at = 0;
  for (const match of text.matchAll(/\[(\d{1,3})\]/g)) {
    const source = Number(match[1]);
    if (!sources.has(source)) continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) });
    pieces.push({ source });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
