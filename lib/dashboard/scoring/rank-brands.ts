import type { Block } from '#lib/dashboard/scoring/open-blocks';
import { findNotes, readBlocks, readLines } from '#lib/dashboard/scoring/read-blocks';
import { findFirstFrom, type TextRange } from '#lib/dashboard/scoring/text-ranges';

/** The mentions of a brand in a text. */
export interface Mention {
  brandId: string;
  /** 1 for the first brand; ties share a rank. */
  rank: number;
  count: number;
  /** Offsets in UTF-16 code units: start, end, start, end, … */
  spans: number[];
}

/** The main ranking of an answer. */
interface Ranking extends TextRange {
  /** The places of the brands that lead an item, by brand ID. Place 0 is the best. */
  places: ReadonlyMap<string, number>;
}

/**
 * Ranks brands by the main ranking of an answer: the list, table or series of headings in which the most distinct
 * brands stand at the beginning of an item. These brands come first, in the order of the items, or in reverse order if the
 * items are numbered downward; brands at the beginning of the same item share a rank. They are followed by the other brands
 * in that list, table or series, then by those elsewhere, both in the order of their
 * first mention, and finally by those that occur only in lists of sources or notes. Ties share a rank: 1, 2, 2, 4.
 * @param spansByBrand the mentions of each brand: start, end, start, end, … in UTF-16 code units
 */
export function rankBrands(text: string, spansByBrand: ReadonlyMap<string, number[]>): Mention[] {
  if (spansByBrand.size === 0) return [];
  const lines = readLines(text);
  const isNote = findNotes(lines, text.length);
  const blocks = readBlocks(lines.filter(({ start }) => !isNote(start)));
  const mentions = sortMentions(spansByBrand);
  const { places, start, end } = chooseRanking(blocks, (lead) => findLeaders(text, mentions, lead));
  // Mentions in the ranking come first, then those elsewhere, then those in notes.
  const getKey = (offset: number) => {
    const kind = isNote(offset) ? 3 : offset >= start && offset < end ? 1 : 2;
    return kind * (text.length + 1) + offset;
  };
  const keyed = Array.from(spansByBrand, ([brandId, spans]) => {
    const offsets = spans.filter((_, index) => index % 2 === 0);
    const key =
      places.get(brandId) ??
      offsets.reduce((min, offset) => Math.min(min, getKey(offset)), Number.POSITIVE_INFINITY);
    return { brandId, count: offsets.length, spans, key };
  });
  return keyed
    .map(({ key, ...brand }) => ({ ...brand, rank: 1 + keyed.filter((other) => other.key < key).length }))
    .sort((a, b) => a.rank - b.rank);
}

/** Matches an article before a name, or an empty text. */
const article =
  /^(?:(?:the|a|an|der|die|das|le|la|les|el|los|las|il|lo|gli|het|de|den|det|o|os|as)\s+|l['’])?$/iu;
const connection =
  /^[^.:;()]{0,40}?(?:[/+&,、]|\b(?:and|or|und|oder|et|ou|y|o|e|i|och|eller|og|en|of|ve|и|или)\b)\s*$/iu;

/** A mention of a brand at a place of the text. */
interface PlacedMention extends TextRange {
  brandId: string;
}

/** Returns all mentions in the order of the text; at the same place, in the order of the brands. */
function sortMentions(spansByBrand: ReadonlyMap<string, readonly number[]>): PlacedMention[] {
  const mentions: PlacedMention[] = [];
  for (const [brandId, spans] of spansByBrand) {
    for (let at = 0; at < spans.length; at += 2) {
      const start = spans[at] ?? 0;
      mentions.push({ brandId, start, end: spans[at + 1] ?? start });
    }
  }
  return mentions.sort((a, b) => a.start - b.start);
}

/** Returns the brands that lead an item: the one whose name begins it, and those joined to it, such as by "and", "/" or ",". */
function findLeaders(text: string, mentions: readonly PlacedMention[], { start, end }: TextRange): string[] {
  const index = findFirstFrom(mentions, start);
  const first = mentions[index];
  if (!first || first.start >= end || !article.test(text.slice(start, first.start))) return [];
  const leaders = [first.brandId];
  let previousEnd = first.end;
  for (let at = index + 1; at < mentions.length; at += 1) {
    const next = mentions[at];
    if (!next || next.start >= end) break;
    if (next.start !== first.start && !connection.test(text.slice(previousEnd, next.start))) break;
    leaders.push(next.brandId);
    previousEnd = next.end;
  }
  return leaders;
}

/** Chooses the main ranking; empty if the answer ranks nothing. */
function chooseRanking(blocks: readonly Block[], findItemLeaders: (lead: TextRange) => string[]): Ranking {
  let best: Ranking = { places: new Map(), start: 0, end: 0 };
  for (const { kind, items, start, end } of blocks) {
    const places = new Map<string, number>();
    const numbers = items.map(({ number }) => number);
    const isCountdown = numbers.every(
      (number, index) => number !== null && number === (numbers[0] ?? 0) - index,
    );
    for (const [index, { nameRanges }] of items.entries()) {
      const leaders = nameRanges.map(findItemLeaders).find((found) => found.length > 0) ?? [];
      const place = isCountdown ? items.length - 1 - index : index;
      for (const brandId of leaders) {
        const earlier = places.get(brandId);
        if (earlier === undefined || earlier > place) places.set(brandId, place);
      }
    }
    const isNumbered = numbers.every((number) => number !== null);
    const isRanking = places.size > 1 || (isNumbered && kind !== 'row' && items.length > 1);
    if (isRanking && places.size > best.places.size) best = { places, start, end };
  }
  return best;
}
