// A run of marks is matched only from its start: from each of its marks, the time would grow quadratically.
const sentenceEnd =
  /(?<![.!?…؟۔।॥።။៕։])[.!?…؟۔।॥።။៕։]+["'”’»)\]*_]*(?=\s)|[。！？]+[」』”’]*|\r\n|[\r\n\u2028\u2029]/gu;

/** A range of a text, in UTF-16 code units; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** Splits a text into sentences, at line breaks, at `.`, `!`, `?` or `…` and their forms in other scripts before white space, and at `。`, `！` or `？`. */
export function splitSentences(text: string): TextRange[] {
  const sentences: TextRange[] = [];
  let start = 0;
  for (const found of text.matchAll(sentenceEnd)) {
    const end = found.index + found[0].length;
    sentences.push({ start, end });
    start = end;
  }
  if (start < text.length) sentences.push({ start, end: text.length });
  return sentences;
}

/**
 * Returns the part of the text from the start of the first sentence to the end of the last one that a range touches;
 * usually one sentence.
 */
export function findSentence(sentences: readonly TextRange[], { start, end }: TextRange): TextRange {
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

/** Returns the index of the first of the ranges, which are sorted by their start, that starts at or after an offset. */
export function findFirstFrom(ranges: readonly Pick<TextRange, 'start'>[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A range where a brand's name occurs. */
export interface Candidate extends TextRange {
  brandId: string;
}

/**
 * Resolves overlaps: keeps the longest candidate and removes those that overlap it, then continues with the longest of the
 * rest. Of equally long ones, the earlier is kept. Different brands with the same range are all kept.
 * @param length length of the text
 * @returns the remaining candidates in text order
 */
export function resolveOverlaps(candidates: readonly Candidate[], length: number): Candidate[] {
  if (candidates.length < 2) return [...candidates];
  const byLength = [...candidates].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const covered = new Uint8Array(length);
  const brandsAt = new Map<number, Set<string>>();
  const accepted: Candidate[] = [];
  for (const candidate of byLength) {
    const range = candidate.start * (length + 1) + candidate.end;
    const sharing = brandsAt.get(range);
    if (sharing) {
      if (!sharing.has(candidate.brandId)) accepted.push(candidate);
      sharing.add(candidate.brandId);
      continue;
    }
    // Accepted candidates are at least as long, so an overlap covers the start or the end of this one.
    if (covered[candidate.start] || covered[candidate.end - 1]) continue;
    covered.fill(1, candidate.start, candidate.end);
    brandsAt.set(range, new Set([candidate.brandId]));
    accepted.push(candidate);
  }
  return accepted.sort((a, b) => a.start - b.start);
}

/** The signs of numbers of items (①, ⑴, ⒈, ❶, ㊀), for a character class. They are not part of a word. */
export const numberSigns = String.raw`\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u3220-\u3229\u3280-\u3289`;
const wordCharacter = new RegExp(`(?![${numberSigns}])[\\p{L}\\p{N}\\p{M}]`, 'u');
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}ー々]/u;
/** Scripts whose letters are not part of a word in Latin letters: in "সাথেNike" and "بـNike", Nike is a word. */
const separateFromLatin =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Georgian}\p{Script=Armenian}\p{Script=Ethiopic}\u0640]/u;
const hangul = /\p{Script=Hangul}/u;
const latin = /[\p{Script=Latin}\p{Nd}]/u;
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });
const characterSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Finds word boundaries of a text. Scripts without spaces are split by the segmenter of `Intl`; in other scripts a word
 * is a sequence of letters, digits and marks.
 */
export class WordBoundaries {
  private readonly text: string;
  private words: Intl.Segments | undefined;
  private characters: Intl.Segments | undefined;
  /** The results for each offset: 0 if unknown, 1 for false, 2 for true. */
  private readonly starts: Uint8Array;
  private readonly ends: Uint8Array;

  constructor(text: string) {
    this.text = text;
    this.starts = new Uint8Array(text.length + 1);
    this.ends = new Uint8Array(text.length + 1);
  }

  /** Returns whether a word, or what is not part of one, begins at an offset. */
  isWordStart(at: number): boolean {
    this.starts[at] ||= this.findWordStart(at) ? 2 : 1;
    return this.starts[at] === 2;
  }

  /** Returns whether a word, or what is not part of one, ends at an offset. */
  isWordEnd(at: number): boolean {
    this.ends[at] ||= this.findWordEnd(at) ? 2 : 1;
    return this.ends[at] === 2;
  }

  private findWordStart(at: number): boolean {
    const before = getCharacterBefore(this.text, at);
    const first = getCharacterAt(this.text, at);
    if (before === '.' && isJoinedByDot(this.text, at - 1)) return false;
    if (before === '_' && wordCharacter.test(getCharacterBefore(this.text, at - 1))) return false;
    return this.isBoundary(at, before, first);
  }

  private findWordEnd(at: number): boolean {
    const last = getCharacterBefore(this.text, at);
    const after = getCharacterAt(this.text, at);
    // "C" is not a word of "C++" or "C#".
    if (wordCharacter.test(last) && /^(?:[+#]{2,}|[+#](?![\p{L}\p{N}]))/u.test(this.text.slice(at, at + 3))) {
      return false;
    }
    if (after === '.' && isJoinedByDot(this.text, at)) return false;
    if (after === '_' && wordCharacter.test(getCharacterAt(this.text, at + 1))) return false;
    if (isFootnoteMark(this.text, at)) return true;
    return this.isBoundary(at, last, after);
  }

  private isBoundary(at: number, before: string, after: string): boolean {
    if (!wordCharacter.test(before) || !wordCharacter.test(after))
      return this.isCharacterBoundary(at, before, after);
    const isUnspaced = unspaced.test(before);
    if (isUnspaced !== unspaced.test(after)) return true;
    if (!isUnspaced) return isScriptChange(before, after);
    this.words ??= wordSegmenter.segment(this.text);
    return this.words.containing(at)?.index === at;
  }

  private isCharacterBoundary(at: number, before: string, after: string): boolean {
    if (before === '' || after === '' || (before < '\x7f' && after < '\x7f')) return true;
    this.characters ??= characterSegmenter.segment(this.text);
    return this.characters.containing(at)?.index === at;
  }
}

/** Returns whether a Latin word begins or ends between two letters. An ending of Korean may follow a Latin word. */
function isScriptChange(before: string, after: string): boolean {
  if (latin.test(before)) return separateFromLatin.test(after);
  return latin.test(after) && (separateFromLatin.test(before) || hangul.test(before));
}

/**
 * Returns whether a dot joins two parts of a word (`Node.js`, A.T.U). Otherwise it ends a sentence before a capital letter.
 */
function isJoinedByDot(text: string, dot: number): boolean {
  if (initials.test(text.slice(Math.max(0, dot - 2), dot + 3))) return true;
  return (
    /[\p{L}\p{N}]/u.test(getCharacterBefore(text, dot)) &&
    /[\p{Ll}\p{N}]/u.test(getCharacterAt(text, dot + 1))
  );
}

/** A dot between single capital letters, with the characters around them. */
const initials = /^(?:[^\p{L}\p{N}]?)\p{Lu}\.\p{Lu}(?![\p{L}\p{N}])/u;

/** Returns whether superscript digits after at least two letters end a word: "Notion¹", but not "m²". */
function isFootnoteMark(text: string, at: number): boolean {
  return (
    /^[⁰¹²³⁴-⁹]+(?![\p{L}\p{N}])/u.test(text.slice(at, at + 4)) &&
    /\p{L}{2}$/u.test(text.slice(Math.max(0, at - 4), at))
  );
}

function getCharacterAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}

function getCharacterBefore(text: string, at: number): string {
  if (at <= 0) return '';
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && at > 1 ? getCharacterAt(text, at - 2) : text.charAt(at - 1);
}
