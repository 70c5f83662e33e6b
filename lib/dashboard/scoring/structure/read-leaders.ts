import { findFirstFrom, type TextRange } from '#lib/dashboard/scoring/text-ranges';

/** A mention of a brand at a place of the text. */
export interface PlacedMention extends TextRange {
  brandId: string;
}

/** Returns all mentions in the order of the text; at the same place, in the order of the brands. */
export function sortMentions(spansByBrand: ReadonlyMap<string, readonly number[]>): PlacedMention[] {
  const mentions: PlacedMention[] = [];
  for (const [brandId, spans] of spansByBrand) {
    for (let at = 0; at < spans.length; at += 2) {
      const start = spans[at] ?? 0;
      mentions.push({ brandId, start, end: spans[at + 1] ?? start });
    }
  }
  return mentions.sort((a, b) => a.start - b.start);
}

const articles =
  'the|a|an|der|die|das|le|la|les|el|los|las|il|lo|gli|i|het|de|den|det|o|os|as|my|our|new|all-new|neue[rsn]?|nouve(?:au|lle)|nuev[oa]|nuov[oa]';
/** Matches articles and a year before a name, or an empty text. */
export const article = new RegExp(`^(?:(?:(?:${articles}|(?:19|20)\\d\\d)\\s+){1,3}|l['’])?$`, 'iu');
const connection =
  /^[^.:;()]{0,40}?(?:[/+&,、＆／・]|(?<![\p{L}\p{N}])(?:and|or|und|oder|et|ou|y|o|e|i|och|eller|og|en|of|ve|lub|oraz|и|или|と|や|및|와|과|和|与|與|及)(?![\p{L}\p{N}]))\s*$/iu;

/** Returns the mention at an index and those joined to it, such as by "and", "/" or ",", before an offset. */
export function listJoined(
  text: string,
  mentions: readonly PlacedMention[],
  index: number,
  end: number,
): PlacedMention[] {
  const first = mentions[index];
  if (!first) return [];
  const joined = [first];
  let previousEnd = first.end;
  for (let at = index + 1; at < mentions.length; at += 1) {
    const next = mentions[at];
    if (!next || next.start >= end || next.start - previousEnd > maxJoinLength) break;
    if (next.start !== first.start && !connection.test(text.slice(previousEnd, next.start))) break;
    joined.push(next);
    previousEnd = next.end;
  }
  return joined;
}
const maxJoinLength = 50;

/** A word in lower case after a name, as in a sentence. */
const sentence = /^[*_]*\s+(?!(?:and|or|und|oder|et|ou|y|o|e|en|i|и|ve)\s)\p{Ll}/u;
const praise =
  /best|top|winner|pick|choice|bester|sieger|meilleur|mejor|migliore|melhor|beste|najleps|лучш|найкращ|bäst|bedst|paras|en iyi/iu;

/** Longer than the name of any product. */
const maxModelLength = 80;
/** Words and signs between a product and its maker: "Model Y by Tesla", "iPhone 16 (Apple)". */
const beforeMaker =
  /^(?:[^.:：;!?\n]|\.(?=\p{N}))*?(?:[(（[【|]|\s[–—-]\s|[,，、]\s?|(?<![\p{L}\p{N}])(by|from|von|vom|der|de|du|di|da|do|van|od|av|af|от|компании|của|oleh))\s*(?:the\s+)?$/iu;
/** The end of the segment that names the maker. */
const afterMaker = /^['’s]{0,2}\s*(?:[)）\]】,，、.:：;|*_/]|[–—-]\s|$)/u;
const lowerCaseWord = /^\p{Ll}+$/u;
const joiningWord =
  /^(?:by|from|von|vom|der|de|du|di|da|do|van|od|av|af|от|компании|the|la|le|of|and|und|et|y)$/iu;

/**
 * Returns the brands that lead an item: the one whose name begins it or follows its product, and those joined to it. With
 * a product before the name, the rest of the line must look like the name of a product, not like a sentence.
 */
export function listLeaders(
  text: string,
  mentions: readonly PlacedMention[],
  nameRanges: readonly TextRange[],
  line: TextRange,
): string[] {
  for (const [order, { start, end }] of nameRanges.entries()) {
    const index = findFirstFrom(mentions, start);
    const first = mentions[index];
    if (!first || first.start >= end || first.start - start > maxModelLength) continue;
    if (!article.test(text.slice(start, first.start))) continue;
    // After a label, the name stands alone ("Best value: X"); in "Price: X starts lower", the item is about the price.
    const label = text.slice(Math.max(line.start, start - maxModelLength), start);
    if (order > 0 && !praise.test(label) && sentence.test(text.slice(first.end, first.end + 30))) continue;
    return listJoined(text, mentions, index, end).map(({ brandId }) => brandId);
  }
  for (const { start } of nameRanges) {
    const index = findFirstFrom(mentions, start);
    const first = mentions[index];
    if (!first || first.end > line.end || first.start - start > maxModelLength) continue;
    const product = text.slice(start, first.start).replace(/[*_`]+/gu, '');
    const rest = text.slice(first.end, Math.min(line.end, first.end + 40)).replace(/^[*_`]+/u, '');
    const found = beforeMaker.exec(product);
    // After "by", the name may go on as a sentence: "Model Y by Tesla is the most spacious".
    if (!found || !(found[1] !== undefined || afterMaker.test(rest)) || !isProduct(product)) continue;
    return listJoined(text, mentions, index, line.end).map(({ brandId }) => brandId);
  }
  return [];
}

/**
 * Returns whether a text before a maker names a product: at most six words, most of which begin with a capital or a digit, or
 * at least half if one has a digit or a capital inside (aroTHERM plus).
 */
function isProduct(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}\p{M}+.'’-]+/gu) ?? [];
  const named = words.filter((word) => !joiningWord.test(word) && /[\p{L}\p{N}]/u.test(word));
  if (named.length === 0 || named.length > 6) return false;
  const lowered = named.filter((word) => lowerCaseWord.test(word)).length;
  const isTyped = named.some((word) => /\p{N}|\p{Ll}\p{Lu}/u.test(word));
  return isTyped ? lowered * 2 <= named.length : lowered * 2 < named.length;
}
