import { compilePhraseFinder } from '#lib/dashboard/scoring/find-phrases';
import { maskUrls } from '#lib/dashboard/scoring/mask-urls';
import { normalizeText, normalizeWithOffsets } from '#lib/dashboard/scoring/normalize-text';
import {
  type Candidate,
  resolveOverlaps,
  sentenceAround,
  splitSentences,
  type TextRange,
} from '#lib/dashboard/scoring/text-ranges';
import { WordBoundaries } from '#lib/dashboard/scoring/word-boundaries';

/** What the matcher needs to know of a brand. */
export interface MatchedBrand {
  id: string;
  name: string;
  aliases: readonly string[];
  requiredContext: readonly string[];
  excludedContext: readonly string[];
}

/** A brand a text mentions. */
export interface Mention {
  brandId: string;
  /** 1 for the first; equals share a rank. */
  rank: number;
  count: number;
  /** Where in the text, in UTF-16 units: start, end, start, end, … */
  spans: number[];
}

export interface Matcher {
  /** The brands mentioned, by rank. */
  find(text: string): Mention[];
  mentionsAny(text: string): boolean;
}

type Purpose = 'name' | 'requiredContext' | 'excludedContext';
interface Use {
  brandId: string;
  purpose: Purpose;
}
type Found = Use & TextRange;

/**
 * Compiles brands into a matcher that finds them all in one pass over a text: names and
 * aliases as whole adjacent words, the longest where two overlap, with each brand's near and never-near phrases
 * looked for in the mention's sentence.
 */
export function compileMatcher(brands: readonly MatchedBrand[]): Matcher {
  const uses = new Map<string, Use[]>();
  const rules = new Map(brands.map((brand) => [brand.id, brand]));
  for (const brand of brands) {
    addUses(uses, [brand.name, ...brand.aliases], { brandId: brand.id, purpose: 'name' });
    addUses(uses, brand.requiredContext, { brandId: brand.id, purpose: 'requiredContext' });
    addUses(uses, brand.excludedContext, { brandId: brand.id, purpose: 'excludedContext' });
  }
  if (uses.size === 0) return { find: () => [], mentionsAny: () => false };
  const findWords = compileWords(uses);
  const isName = (host: string) =>
    uses.get(normalizeText(host))?.some((use) => use.purpose === 'name') === true;

  function candidates(text: string): Candidate[] {
    const blanked = maskUrls(text, isName);
    const found = findWords(blanked);
    const names = found.filter((one) => one.purpose === 'name');
    const context = found.filter((one) => one.purpose !== 'name');
    const ruled = names.some(({ brandId }) => hasRules(rules.get(brandId)));
    if (!ruled) return names;
    const sentences = splitSentences(blanked);
    return names.filter((name) => {
      const brand = rules.get(name.brandId);
      if (!brand || !hasRules(brand)) return true;
      const around = sentenceAround(sentences, name);
      const inSentence = context.filter(
        (one) => one.brandId === name.brandId && one.start >= around.start && one.end <= around.end,
      );
      if (inSentence.some((one) => one.purpose === 'excludedContext')) return false;
      return (
        brand.requiredContext.length === 0 || inSentence.some((one) => one.purpose === 'requiredContext')
      );
    });
  }

  return {
    find: (text) => {
      const spans = new Map<string, number[]>();
      for (const { brandId, start, end } of resolveOverlaps(candidates(text), text.length)) {
        const known = spans.get(brandId);
        if (known) known.push(start, end);
        else spans.set(brandId, [start, end]);
      }
      const placed = Array.from(spans, ([brandId, own]) => ({ brandId, count: own.length / 2, spans: own }));
      return rankBrands(text, placed);
    },
    mentionsAny: (text) => candidates(text).length > 0,
  };
}

function hasRules(brand: MatchedBrand | undefined): boolean {
  return brand !== undefined && (brand.requiredContext.length > 0 || brand.excludedContext.length > 0);
}

function addUses(uses: Map<string, Use[]>, phrases: readonly string[], use: Use): void {
  for (const phrase of phrases) {
    const pattern = normalizeText(phrase);
    if (pattern === '') continue;
    const known = uses.get(pattern);
    if (!known) uses.set(pattern, [use]);
    else if (!known.some((one) => one.brandId === use.brandId && one.purpose === use.purpose))
      known.push(use);
  }
}

/** Compiles phrases, folded, into a finder of those that stand in a text as whole words. */
function compileWords(uses: ReadonlyMap<string, readonly Use[]>): (text: string) => Found[] {
  const find = compilePhraseFinder([...uses.keys()]);
  const usesOf = [...uses.values()];
  return (text) => {
    const folded = normalizeWithOffsets(text);
    const boundaries = new WordBoundaries(text);
    return find(folded.text).flatMap((place) => {
      const stretch = folded.sourceOf(place);
      if (!stretch || !boundaries.encloses(stretch.start, stretch.end)) return [];
      return (usesOf[place.phrase] ?? []).map((use) => ({ ...use, ...stretch }));
    });
  };
}

/** Where a text's list items lie: lines that begin with a bullet or a number. */
const listItem = /^[ \t]*(?:[-*+•◦▪‣–·]|\(?\d{1,3}[.)])[ \t]+\S.*$/gmu;

/** A brand and where it is mentioned: start, end, start, end, … in UTF-16 units, ascending. */
export interface Placed {
  brandId: string;
  spans: number[];
}

/**
 * Ranks brands by first mention: those a list mentions come first, in the list's order; then
 * the others by offset. Equal places share a rank: 1, 2, 2, 4.
 */
function rankBrands<T extends Placed>(text: string, placed: readonly T[]): (T & { rank: number })[] {
  const items = Array.from(text.matchAll(listItem), (item) => ({
    start: item.index,
    end: item.index + item[0].length,
  }));
  const keyed = placed.map((brand) => {
    const starts = brand.spans.filter((_, index) => index % 2 === 0);
    const listed = starts.find((start) => items.some((item) => item.start <= start && start < item.end));
    // Any place in a list goes before every place outside one.
    return { brand, key: listed ?? text.length + (starts[0] ?? 0) };
  });
  return keyed
    .map(({ brand, key }) => ({ ...brand, rank: 1 + keyed.filter((other) => other.key < key).length }))
    .sort((a, b) => a.rank - b.rank);
}
