/** A part of a text, with the brand it mentions; null for plain text. */
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
 * Splits a text at its mentions. Joining the parts restores the text. Of overlapping spans, the first (then the
 * longest) counts; spans outside the text are ignored.
 */
export function highlightMentions(text: string, mentions: readonly MentionSpans[]): TextPart[] {
  const matches = mentions
    .flatMap(({ brandId, spans }) => toPairs(spans).map(([start, end]) => ({ brandId, start, end })))
    .filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: TextPart[] = [];
  let at = 0;
  for (const { brandId, start, end } of matches) {
    if (start < at) continue;
    if (start > at) parts.push({ text: text.slice(at, start), brandId: null });
    parts.push({ text: text.slice(start, end), brandId });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), brandId: null });
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
 * Highlights the mentions of a plain text in the pieces of its Markdown rendering. A mention is found by its words
 * and their occurrence (first, second, third …). If the two texts contain the words a different number of times,
 * every occurrence is highlighted. Joining the parts of a piece restores the piece.
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
  const occurrences = new Map<string, { before: number[]; after: number[] }>();
  const translated: [number, number][] = [];
  for (let index = 0; index + 1 < spans.length; index += 2) {
    const start = spans[index] ?? 0;
    const words = text.slice(start, spans[index + 1] ?? 0);
    if (words === '') continue;
    const known = occurrences.get(words) ?? { before: findAll(text, words), after: findAll(rendered, words) };
    occurrences.set(words, known);
    const { before, after } = known;
    const wanted = before.length === after.length ? [after[before.indexOf(start)] ?? -1] : after;
    for (const at of wanted) if (at >= 0) translated.push([at, at + words.length]);
  }
  return translated;
}

function findAll(text: string, words: string): number[] {
  const indexes: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) indexes.push(at);
  return indexes;
}

/** A part of a text, or the number of a cited source. */
export type CitedPart = { text: string } | { source: number };

/** Splits a text at citation marks such as "[1]" of the given sources; other brackets stay text. */
export function splitAtCitations(text: string, sources: ReadonlySet<number>): CitedPart[] {
  const parts: CitedPart[] = [];
  let at = 0;
  for (const match of text.matchAll(/\[(\d{1,3})\]/g)) {
    const source = Number(match[1]);
    if (!sources.has(source)) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ source });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
