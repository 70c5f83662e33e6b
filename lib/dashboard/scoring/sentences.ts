const ending = /[.!?…]+["'”’)\]*_]*(?=\s)|[。！？]+[」』”’]*|\r\n|[\r\n\u2028\u2029]/gu;

/** A stretch of text, in UTF-16 units. */
export interface Stretch {
  start: number;
  end: number;
}

/** The sentences of a text: they end at a full stop, question or exclamation mark before white space, or a line. */
export function sentencesOf(text: string): Stretch[] {
  const sentences: Stretch[] = [];
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
export function sentenceAround(sentences: readonly Stretch[], { start, end }: Stretch): Stretch {
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
