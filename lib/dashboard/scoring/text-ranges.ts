const ending = /[.!?…]+["'”’)\]*_]*(?=\s)|[。！？]+[」』”’]*|\r\n|[\r\n\u2028\u2029]/gu;

/** A stretch of text, in UTF-16 units. */
export interface TextRange {
  start: number;
  end: number;
}

/** The sentences of a text: they end at a full stop, question or exclamation mark before white space, or a line. */
export function splitSentences(text: string): TextRange[] {
  const sentences: TextRange[] = [];
  let start = 0;
  for (const found of text.matchAll(ending)) {
    const end = found.index + found[0].length;
    sentences.push({ start, end });
    start = end;
  }
  if (start < text.length) sentences.push({ start, end: text.length });
  return sentences;
}

/** The part of the text made of the sentences that a stretch lies in. */
export function sentenceAround(sentences: readonly TextRange[], { start, end }: TextRange): TextRange {
  let low = 0;
  let high = sentences.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while (last + 1 < sentences.length && (sentences[last]?.end ?? 0) < end) last++;
  return { start: sentences[low]?.start ?? start, end: sentences[last]?.end ?? end };
}

/** A place where a name of a brand stands. */
export interface Candidate extends TextRange {
  brandId: string;
}

/**
 * Where two overlap the longer wins, then the earlier; brands that share a name all keep the very same place.
 * @param length of the text
 * @returns what stays, by place
 */
export function resolveOverlaps(candidates: readonly Candidate[], length: number): Candidate[] {
  const byLength = [...candidates].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const covered = new Uint8Array(length);
  const brandsAt = new Map<string, Set<string>>();
  const kept: Candidate[] = [];
  for (const one of byLength) {
    const place = `${one.start}:${one.end}`;
    const sharing = brandsAt.get(place);
    if (sharing) {
      if (!sharing.has(one.brandId)) kept.push(one);
      sharing.add(one.brandId);
      continue;
    }
    // What is kept is no shorter, so an overlap always covers one of the two ends.
    if (covered[one.start] || covered[one.end - 1]) continue;
    covered.fill(1, one.start, one.end);
    brandsAt.set(place, new Set([one.brandId]));
    kept.push(one);
  }
  return kept.sort((a, b) => a.start - b.start);
}
