import { LRUCache } from 'lru-cache';
import {
  type CharacterCache,
  maskUrls,
  normalizeText,
  normalizeWithOffsets,
} from '#lib/dashboard/scoring/normalize-text';
import {
  type Candidate,
  compilePhraseFinder,
  findSentence,
  resolveOverlaps,
  splitSentences,
  type TextRange,
  WordBoundaries,
} from '#lib/dashboard/scoring/text-ranges';

/** The parts of a brand that the matcher uses. */
export interface MatchedBrand {
  id: string;
  name: string;
  aliases: readonly string[];
  requiredContext: readonly string[];
  excludedContext: readonly string[];
}

/** The mentions of a brand in a text. */
export interface Mention {
  brandId: string;
  /** 1 for the first brand; ties share a rank. */
  rank: number;
  count: number;
  /** Offsets in UTF-16 units: start, end, start, end, … */
  spans: number[];
}

export interface Matcher {
  /** Returns the mentions of brands by rank. */
  findMentions(text: string): Mention[];
  mentionsAny(text: string): boolean;
}

type Purpose = 'name' | 'requiredContext' | 'excludedContext';
interface PhraseUse {
  brandId: string;
  purpose: Purpose;
}
type FoundPhrase = PhraseUse & TextRange;

/**
 * Compiles brands into a matcher. It finds names and aliases as whole words in one pass over a text, prefers the longest
 * of overlapping ones, and checks each brand's required and excluded context in the sentence of the mention.
 */
export function compileMatcher(brands: readonly MatchedBrand[]): Matcher {
  const uses = new Map<string, PhraseUse[]>();
  const brandsById = new Map(brands.map((brand) => [brand.id, brand]));
  for (const brand of brands) {
    addUses(uses, [brand.name, ...brand.aliases], { brandId: brand.id, purpose: 'name' });
    addUses(uses, brand.requiredContext, { brandId: brand.id, purpose: 'requiredContext' });
    addUses(uses, brand.excludedContext, { brandId: brand.id, purpose: 'excludedContext' });
  }
  if (uses.size === 0) return { findMentions: () => [], mentionsAny: () => false };
  const findWords = compileWords(uses);
  const isName = (host: string) =>
    uses.get(normalizeText(host))?.some((use) => use.purpose === 'name') === true;

  function findCandidates(text: string): Candidate[] {
    const masked = maskUrls(text, isName);
    const phrases = findWords(masked);
    const names = phrases.filter(({ purpose }) => purpose === 'name');
    const context = phrases.filter(({ purpose }) => purpose !== 'name');
    const needsContext = names.some(({ brandId }) => hasContextRules(brandsById.get(brandId)));
    if (!needsContext) return names;
    const sentences = splitSentences(masked);
    return names.filter((name) => {
      const brand = brandsById.get(name.brandId);
      if (!brand || !hasContextRules(brand)) return true;
      const sentence = findSentence(sentences, name);
      const inSentence = context.filter(
        ({ brandId, start, end }) =>
          brandId === name.brandId && start >= sentence.start && end <= sentence.end,
      );
      if (inSentence.some(({ purpose }) => purpose === 'excludedContext')) return false;
      return (
        brand.requiredContext.length === 0 || inSentence.some(({ purpose }) => purpose === 'requiredContext')
      );
    });
  }

  return {
    findMentions: (text) => {
      const spans = new Map<string, number[]>();
      for (const { brandId, start, end } of resolveOverlaps(findCandidates(text), text.length)) {
        const brandSpans = spans.get(brandId);
        if (brandSpans) brandSpans.push(start, end);
        else spans.set(brandId, [start, end]);
      }
      return rankBrands(text, spans);
    },
    mentionsAny: (text) => findCandidates(text).length > 0,
  };
}

function hasContextRules(brand: MatchedBrand | undefined): boolean {
  return brand !== undefined && (brand.requiredContext.length > 0 || brand.excludedContext.length > 0);
}

function addUses(uses: Map<string, PhraseUse[]>, phrases: readonly string[], use: PhraseUse): void {
  for (const phrase of phrases) {
    const pattern = normalizeText(phrase);
    if (pattern === '') continue;
    const existing = uses.get(pattern) ?? [];
    const isDuplicate = existing.some(
      ({ brandId, purpose }) => brandId === use.brandId && purpose === use.purpose,
    );
    if (!isDuplicate) uses.set(pattern, [...existing, use]);
  }
}

/** Compiles normalized phrases into a function that finds them in a text as whole words. */
function compileWords(uses: ReadonlyMap<string, readonly PhraseUse[]>): (text: string) => FoundPhrase[] {
  const find = compilePhraseFinder([...uses.keys()]);
  const cache: CharacterCache = new LRUCache({ max: 20_000 });
  const usesByPhrase = [...uses.values()];
  return (text) => {
    const normalized = normalizeWithOffsets(text, cache);
    const boundaries = new WordBoundaries(text);
    return find(normalized.text).flatMap((match) => {
      const range = normalized.toOriginal(match);
      if (!range || !boundaries.isWholeWords(range)) return [];
      return (usesByPhrase[match.phrase] ?? []).map((use) => ({ ...use, ...range }));
    });
  };
}

/** A list item: a line that begins with a bullet or a number. */
const listItem = /^[ \t]*(?:[-*+•◦▪‣–·]|\(?\d{1,3}[.)])[ \t]+\S.*$/gmu;

/**
 * Ranks brands by their first mention. Brands in list items come first, in the order of the list. Ties share a rank:
 * 1, 2, 2, 4.
 */
function rankBrands(text: string, spansByBrand: ReadonlyMap<string, number[]>): Mention[] {
  const items = Array.from(text.matchAll(listItem), (item) => ({
    start: item.index,
    end: item.index + item[0].length,
  }));
  const keyed = Array.from(spansByBrand, ([brandId, spans]) => {
    const starts = spans.filter((_, index) => index % 2 === 0);
    const listed = starts.find((start) => items.some((item) => item.start <= start && start < item.end));
    // Mentions in lists sort before all others.
    return { brandId, count: starts.length, spans, key: listed ?? text.length + (starts[0] ?? 0) };
  });
  return keyed
    .map(({ key, ...brand }) => ({ ...brand, rank: 1 + keyed.filter((other) => other.key < key).length }))
    .sort((a, b) => a.rank - b.rank);
}
