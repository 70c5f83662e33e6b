/** A mention of a brand in an answer's text: start, end, start, end, … in UTF-16 units. */
export interface MentionSpans {
  brandId: string;
  /** Rank by first mention among the mentioned brands. */
  rank: number;
  spans: number[];
}

export interface Excerpt {
  text: string;
  /** Text was omitted before or after the excerpt. */
  isCutBefore: boolean;
  isCutAfter: boolean;
  /** Mentions inside the excerpt; spans are relative to its start. */
  mentions: MentionSpans[];
}

const leadUnits = 80;

/**
 * Returns about `length` units of an answer, from shortly before the first mention of the preferred brand (or of any
 * brand, or from the beginning), cut between words.
 */
export function buildExcerpt(
  text: string,
  mentions: readonly MentionSpans[],
  preferredBrandId: string,
  length = 280,
): Excerpt {
  const preferred = mentions.filter(({ brandId }) => brandId === preferredBrandId);
  const starts = (preferred.length > 0 ? preferred : mentions).flatMap(({ spans }) => spans.slice(0, 1));
  const first = starts.length > 0 ? Math.min(...starts) : 0;
  const from = first <= leadUnits ? 0 : findWordStart(text, first - leadUnits, first);
  const to = from + length >= text.length ? text.length : findWordEnd(text, from + length, from + length / 2);
  return {
    text: text.slice(from, to),
    isCutBefore: from > 0,
    isCutAfter: to < text.length,
    mentions: mentions.flatMap((mention) => {
      const spans = spansWithin(mention.spans, from, to);
      return spans.length > 0 ? [{ ...mention, spans }] : [];
    }),
  };
}

/** Returns the start of the first word after `at`, at most `limit`. */
function findWordStart(text: string, at: number, limit: number): number {
  for (let index = at; index < limit; index += 1) {
    if (/\s/.test(text[index] ?? '')) return Math.min(index + 1, limit);
  }
  return alignToCharacter(text, at);
}

/** Returns the end of the last word before `at`, at least `limit`. */
function findWordEnd(text: string, at: number, limit: number): number {
  for (let index = at; index > limit; index -= 1) {
    if (/\s/.test(text[index] ?? '')) return index;
  }
  return alignToCharacter(text, at);
}

/** Returns `at`, or one less where it would split a surrogate pair. */
function alignToCharacter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}

function spansWithin(spans: readonly number[], from: number, to: number): number[] {
  const kept: number[] = [];
  for (let index = 0; index + 1 < spans.length; index += 2) {
    const start = spans[index] ?? 0;
    const end = spans[index + 1] ?? 0;
    if (start >= from && end <= to) kept.push(start - from, end - from);
  }
  return kept;
}
