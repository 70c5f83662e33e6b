import { isEnglish, lowerCase, scoreSentence, splitWords } from '#lib/dashboard/scoring/sentiment-lexicon';
import { splitSentences } from '#lib/dashboard/scoring/text-ranges';

/** What classified the sentences, as it is named beside every figure of sentiment. */
export const sentimentClassifier = 'AFINN-165, English';

/** Sentences that mention a brand, by sentiment. */
export interface Sentiment {
  positive: number;
  neutral: number;
  negative: number;
}

type Spans = readonly number[];

/**
 * Classifies each brand's sentences by the words of AFINN-165: the sum of their valences, a word within three
 * words after a negation counted the other way round, names of brands left out (a brand called Brave is no praise).
 * Above 0 is positive, below negative. A sentence that names two brands counts for both: the list does not know of
 * whom it speaks. Undefined for text that is not in English: it is not classified rather than called neutral.
 * @param spans each brand's mentions: start, end, start, end, … in UTF-16 units
 */
export function classifySentences(text: string, spans: readonly Spans[]): Sentiment[] | undefined {
  if (spans.length === 0) return [];
  const small = lowerCase(text);
  if (!isEnglish(splitWords(small))) return undefined;
  const named = spans.map(pairs);
  const unnamed = blanked(small, named.flat());
  const counted = spans.map(() => ({ positive: 0, neutral: 0, negative: 0 }));
  for (const { start, end } of splitSentences(text)) {
    const inside = counted.filter((_, brand) =>
      named[brand]?.some((span) => span.start >= start && span.start < end),
    );
    if (inside.length === 0) continue;
    const kind = kindOf(scoreSentence(splitWords(unnamed.slice(start, end))));
    for (const sentiment of inside) sentiment[kind] += 1;
  }
  return counted;
}

function kindOf(sum: number): keyof Sentiment {
  if (sum === 0) return 'neutral';
  return sum > 0 ? 'positive' : 'negative';
}

function pairs(spans: Spans): { start: number; end: number }[] {
  return Array.from({ length: spans.length / 2 }, (_, index) => ({
    start: spans[2 * index] ?? 0,
    end: spans[2 * index + 1] ?? 0,
  }));
}

function blanked(text: string, spans: readonly { start: number; end: number }[]): string {
  let result = '';
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    // Brands that share a name share its places.
    if (end <= result.length) continue;
    result += text.slice(result.length, start) + ' '.repeat(end - start);
  }
  return result + text.slice(result.length);
}
