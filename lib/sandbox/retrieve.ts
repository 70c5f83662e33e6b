import type { MarketDocument } from '#lib/sandbox/market/document';
import type { Moment } from '#lib/sandbox/moment';
import { nearness } from '#lib/sandbox/place';
import type { Intent, Question } from '#lib/sandbox/question';
import type { SearchIndex } from '#lib/sandbox/search';
import type { Taste } from '#lib/sandbox/taste';

/** A page with its rank score; the best of an answer has the highest. */
export interface Ranked {
  document: MarketDocument;
  score: number;
}

/** Kinds of page that answer an intent; others count for less. */
const fitting: Record<Intent, readonly MarketDocument['kind'][]> = {
  best: ['best', 'review', 'comparison', 'news'],
  versus: ['comparison', 'review'],
  alternatives: ['alternatives', 'best', 'comparison'],
  price: ['price', 'best', 'news'],
  problem: ['problem', 'review', 'news'],
  'how-to': ['how-to', 'overview'],
  news: ['news', 'review'],
  profile: ['review', 'overview', 'problem', 'news'],
};

/**
 * The pages an engine would read for a question, best first: what its queries find, weighed by nearness to the
 * reader, the engine's taste, freshness on the day, and how much its brands are talked about.
 */
export function retrieve(
  index: SearchIndex,
  question: Question,
  queries: string[],
  taste: Taste,
  moment: Moment,
): Ranked[] {
  const found = new Map<MarketDocument, number>();
  queries.forEach((query, order) => {
    const weight = 1 / (1 + 0.5 * order);
    for (const { document, score } of index.search(
      `${query} ${question.category.name}`,
      question.category.key,
    )) {
      found.set(document, (found.get(document) ?? 0) + weight * score);
    }
  });
  const kinds = fitting[question.intent];
  const ranked: Ranked[] = [];
  for (const [document, relevance] of found) {
    if (moment.isOver(document)) continue;
    const { kind, mentions, publisher } = document;
    const fresh = 0.3 + 0.7 * 0.5 ** (moment.age(document) / taste.halfLifeDays);
    const first = mentions[0]?.brand;
    const talk = first === undefined ? 1 : 0.5 + moment.strength(first);
    const fit = kinds.includes(kind) ? 1 : 0.45;
    const score =
      relevance ** 1.2 *
      nearness(publisher.region, moment.region) *
      taste.publishers[publisher.type] *
      fresh *
      talk *
      fit *
      (1 + 0.02 * moment.tie(document));
    ranked.push({ document, score });
  }
  return ranked.sort((a, b) => b.score - a.score || a.document.id - b.document.id);
}
