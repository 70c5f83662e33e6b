/** A part of a text, with the brand it mentions; null for plain text. */
export interface TextPart {
  text: string;
  brandId: string | null;
}

/** Mentions of a brand: start, end, start, end, … in UTF-16 code units of the text. */
export interface MentionSpans {
  brandId: string;
  spans: readonly number[];
}

/**
 * Splits a text at its mentions. Joining the parts restores the text. Of overlapping spans, the first (then the
 * longest) counts; spans outside the text are ignored.
 */
export function highlightMentions(text: string, mentions: readonly MentionSpans[]): TextPart[] {
  const matches = mentions
    .flatMap(({ brandId, spans }) => toPairs(spans).map(([start, end]) => ({ brandId, start, end })))
    .filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: TextPart[] = [];
  let position = 0;
  for (const { brandId, start, end } of matches) {
    if (start < position) continue;
    if (start > position) parts.push({ text: text.slice(position, start), brandId: null });
    parts.push({ text: text.slice(start, end), brandId });
    position = end;
  }
  if (position < text.length) parts.push({ text: text.slice(position), brandId: null });
  return parts;
}

function toPairs(spans: readonly number[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (let index = 0; index + 1 < spans.length; index += 2) {
    pairs.push([spans[index] ?? 0, spans[index + 1] ?? 0]);
  }
  return pairs;
}

/**
 * Highlights mentions in the text nodes of a rendered Markdown text. The spans of the mentions refer to the plain text.
 * A mention is located by its words and their occurrence (first, second, third …). If the plain and the rendered text
 * contain the words a different number of times, every occurrence is highlighted.
 * @param pieces the texts of the text nodes
 * @returns the parts of each piece
 */
export function highlightMentionsInPieces(
  text: string,
  mentions: readonly MentionSpans[],
  pieces: readonly string[],
): TextPart[][] {
  const rendered = pieces.join('\n');
  const translated = mentions.map(({ brandId, spans }) => ({
    brandId,
    spans: translateSpans(text, spans, rendered),
  }));
  let start = 0;
  return pieces.map((piece) => {
    const from = start;
    start += piece.length + 1;
    const inside = translated.map(({ brandId, spans }) => ({
      brandId,
      spans: spans.flatMap(([begin, end]) => [begin - from, end - from]),
    }));
    return highlightMentions(piece, inside);
  });
}

/** Finds the spans of one brand in the rendered text. */
function translateSpans(text: string, spans: readonly number[], rendered: string): [number, number][] {
  const occurrences = new Map<string, { inText: number[]; inRendered: number[] }>();
  const translated: [number, number][] = [];
  for (const [start, end] of toPairs(spans)) {
    const words = text.slice(start, end);
    if (words === '') continue;
    const found = occurrences.get(words) ?? {
      inText: findAll(text, words),
      inRendered: findAll(rendered, words),
    };
    occurrences.set(words, found);
    const { inText, inRendered } = found;
    const starts =
      inText.length === inRendered.length ? [inRendered[inText.indexOf(start)] ?? -1] : inRendered;
    for (const from of starts) if (from >= 0) translated.push([from, from + words.length]);
  }
  return translated;
}

function findAll(text: string, words: string): number[] {
  const indexes: number[] = [];
  for (let index = text.indexOf(words); index >= 0; index = text.indexOf(words, index + 1))
    indexes.push(index);
  return indexes;
}

/** Text, or the number of a cited source. */
export type CitedPart = { text: string } | { source: number };

/** Splits a text at citation markers such as "[1]" of the given sources; other brackets stay text. */
export function splitAtCitations(text: string, sources: ReadonlySet<number>): CitedPart[] {
  const parts: CitedPart[] = [];
  let position = 0;
  for (const match of text.matchAll(/\[(\d{1,3})\]/g)) {
    const source = Number(match[1]);
    if (!sources.has(source)) continue;
    if (match.index > position) parts.push({ text: text.slice(position, match.index) });
    parts.push({ source });
    position = match.index + match[0].length;
  }
  if (position < text.length) parts.push({ text: text.slice(position) });
  return parts;
}
