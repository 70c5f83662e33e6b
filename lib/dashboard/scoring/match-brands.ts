import { LRUCache } from 'lru-cache';
import {
  compileInflectionCheck,
  detectInflectedLanguage,
  listForms,
} from '#lib/dashboard/scoring/name-forms';
import {
  type CharacterCache,
  maskUrls,
  type NormalizedText,
  normalizeText,
  normalizeWithOffsets,
} from '#lib/dashboard/scoring/normalize-text';
import { type Mention, rankBrands } from '#lib/dashboard/scoring/rank-brands';
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
  /** Whether a mention counts only if its letters have the same case as in the name or alias. */
  matchCase: boolean;
  requiredContext: readonly string[];
  excludedContext: readonly string[];
}

export interface Matcher {
  /** Returns the mentions of brands by rank. */
  findMentions(text: string): Mention[];
  /** Returns whether a text mentions any of the brands. */
  mentionsAny(text: string): boolean;
}

/**
 * In UTF-16 code units; much longer than real answers. The rest of a longer text is not searched, so that it cannot block
 * a worker.
 */
const maxScoredLength = 250_000;

/** A phrase, or an inflected form of it, that is searched for because of a brand. */
interface PhraseUse {
  brandId: string;
  purpose: 'name' | 'requiredContext' | 'excludedContext';
  /** The name or phrase as it was entered. */
  spelling: string;
  /** Whether this is an inflected form, such as a plural or a genitive. */
  isInflected: boolean;
}
type FoundPhrase = PhraseUse & TextRange;

/**
 * Compiles brands into a matcher. It finds names, aliases and their forms in the text's language as whole words in one
 * pass over a text, prefers the longest of overlapping ones, and checks each brand's required and excluded context in
 * the sentence of the mention.
 */
export function compileMatcher(brands: readonly MatchedBrand[]): Matcher {
  if (brands.length === 0) return { findMentions: () => [], mentionsAny: () => false };
  const brandsById = new Map(brands.map((brand) => [brand.id, brand]));
  const normalizedNames = new Set(
    brands.flatMap(({ name, aliases }) => [name, ...aliases]).map((name) => normalizeText(name)),
  );
  const isName = (host: string) => normalizedNames.has(normalizeText(host));
  const cache: CharacterCache = new LRUCache({ max: 20_000 });
  const findersByLanguage = new Map<string | null, ReturnType<typeof compilePhrases>>();
  const mayInflect = compileInflectionCheck(
    brands.flatMap(listPhrases).map((phrase) => normalizeText(phrase)),
  );

  function findPhrases(text: string): FoundPhrase[] {
    const normalized = normalizeWithOffsets(text, cache);
    const language = detectInflectedLanguage(text, () => mayInflect(normalized.text));
    const find = findersByLanguage.get(language) ?? compilePhrases(brands, language);
    findersByLanguage.set(language, find);
    return find(text, normalized);
  }

  function findCandidates(text: string): Candidate[] {
    const masked = maskUrls(text, isName);
    const phrases = findPhrases(masked);
    const foundNames = phrases.filter(
      (phrase) => phrase.purpose === 'name' && isMention(masked, phrase, brandsById.get(phrase.brandId)),
    );
    const context = phrases.filter(({ purpose }) => purpose !== 'name');
    const needsContext = foundNames.some(({ brandId }) => hasContextRules(brandsById.get(brandId)));
    if (!needsContext) return foundNames;
    const sentences = splitSentences(masked);
    return foundNames.filter((name) => {
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
    findMentions: (whole) => {
      const text = whole.slice(0, maxScoredLength);
      const spans = new Map<string, number[]>();
      for (const { brandId, start, end } of resolveOverlaps(findCandidates(text), text.length)) {
        const brandSpans = spans.get(brandId);
        if (brandSpans) brandSpans.push(start, end);
        else spans.set(brandId, [start, end]);
      }
      return rankBrands(text, spans);
    },
    mentionsAny: (text) => findCandidates(text.slice(0, maxScoredLength)).length > 0,
  };
}

function listPhrases({ name, aliases, requiredContext, excludedContext }: MatchedBrand): string[] {
  return [name, ...aliases, ...requiredContext, ...excludedContext];
}

function hasContextRules(brand: MatchedBrand | undefined): boolean {
  return brand !== undefined && (brand.requiredContext.length > 0 || brand.excludedContext.length > 0);
}

/** Compiles the phrases of all brands into a function that finds them in a text as whole words. */
function compilePhrases(
  brands: readonly MatchedBrand[],
  language: string | null,
): (text: string, normalized: NormalizedText) => FoundPhrase[] {
  const uses = new Map<string, PhraseUse[]>();
  for (const { id, name, aliases, requiredContext, excludedContext } of brands) {
    addUses(uses, [name, ...aliases], { brandId: id, purpose: 'name' }, language);
    addUses(uses, requiredContext, { brandId: id, purpose: 'requiredContext' }, language);
    addUses(uses, excludedContext, { brandId: id, purpose: 'excludedContext' }, language);
  }
  const find = compilePhraseFinder([...uses.keys()]);
  const usesByPhrase = [...uses.values()];
  return (text, normalized) => {
    const boundaries = new WordBoundaries(text);
    return find(normalized.text).flatMap((match) => {
      const range = normalized.toOriginal(match);
      if (!range || !boundaries.isWholeWords(range)) return [];
      return (usesByPhrase[match.phraseIndex] ?? []).map((use) => ({ ...use, ...range }));
    });
  };
}

function addUses(
  uses: Map<string, PhraseUse[]>,
  phrases: readonly string[],
  use: Pick<PhraseUse, 'brandId' | 'purpose'>,
  language: string | null,
): void {
  for (const spelling of phrases) {
    for (const { text, isInflected } of listForms(normalizeText(spelling), language)) {
      const existing = uses.get(text) ?? [];
      const same = existing.find((other) => other.brandId === use.brandId && other.purpose === use.purpose);
      // A form that is also a name of the brand counts as the name.
      if (same && !isInflected) Object.assign(same, { spelling, isInflected });
      if (!same) uses.set(text, [...existing, { ...use, spelling, isInflected }]);
    }
  }
}

/** Returns whether a phrase found as whole words is a mention of the brand. */
function isMention(
  text: string,
  { start, end, spelling, isInflected }: FoundPhrase,
  brand: MatchedBrand | undefined,
): boolean {
  const before = text.slice(Math.max(0, start - 1), start);
  // "$3M" is an amount, "°C" a unit, and "notion-cli" another word.
  if (/[$€£¥₩₹°]/u.test(before)) return false;
  if (/^[-‐‑]\p{L}/u.test(text.slice(end, end + 3))) return false;
  // In "ASP.NET", ".NET" is not a mention.
  if (/^\p{P}/u.test(spelling) && /[\p{L}\p{N}]/u.test(before)) return false;
  const written = text.slice(start, end);
  // An ending follows a name directly or after a dash, never after a space.
  if (isInflected && written.split(/\s+/u).length > spelling.split(/[\s\p{Pd}]+/u).length) return false;
  // In lower case, a name with an ending can be another word: in Finnish, "koneen" means "of the machine", "Koneen" "of Kone".
  if (isInflected && /^\p{Lu}/u.test(spelling) && /^\p{Ll}/u.test(written)) return false;
  return !brand?.matchCase || hasSameCase(written, spelling);
}

/**
 * Returns whether a text has the same case as a name. Letters after the first different one are not compared, because they
 * belong to an ending: “Żabki” has the case of “Żabka”.
 */
function hasSameCase(written: string, name: string): boolean {
  const foldedText = foldVariants(written);
  const foldedName = foldVariants(name);
  const differing = Array.from(foldedText).findIndex((character, index) => character !== foldedName[index]);
  if (differing < 0) return true;
  return (foldedText[differing] ?? '').toLowerCase() !== (foldedName[differing] ?? '').toLowerCase();
}

/** Removes differences of width, accents, spaces and dashes, but not of case. */
function foldVariants(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .replace(/[\s\p{Pd}]+/gu, ' ');
}
