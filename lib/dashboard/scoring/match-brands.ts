import { LRUCache } from 'lru-cache';
import { canHavePrefix, followsAttachedPrefix } from '#lib/dashboard/scoring/attached-prefixes';
import { isMention, MentionContext } from '#lib/dashboard/scoring/mention-rules';
import {
  compileInflectionCheck,
  detectInflectedLanguage,
  listForms,
  type NameForm,
} from '#lib/dashboard/scoring/name-forms';
import {
  type CharacterCache,
  maskUrls,
  type NormalizedText,
  normalizeText,
  normalizeWithOffsets,
} from '#lib/dashboard/scoring/normalize-text';
import { compilePhraseFinder, type PhraseMatch } from '#lib/dashboard/scoring/phrase-finder';
import { type Mention, rankBrands } from '#lib/dashboard/scoring/rank-brands';
import {
  type ContextRules,
  type FoundPhrase,
  hasContextRules,
  type PhraseUse,
  selectByContext,
} from '#lib/dashboard/scoring/sentence-context';
import { prepareStructure } from '#lib/dashboard/scoring/structure/prepare-structure';
import { type Candidate, resolveOverlaps, WordBoundaries } from '#lib/dashboard/scoring/text-ranges';

/** The parts of a brand that the matcher uses. */
export interface MatchedBrand extends ContextRules {
  id: string;
  name: string;
  aliases: readonly string[];
  /** Whether a mention counts only if its letters have the same case as in the name or alias. */
  matchCase: boolean;
}

export interface Matcher {
  /**
   * Returns the mentions of brands in a text, by rank.
   * @param markdown the text as the engine wrote it, from whose structure brands are ranked; by default, the text itself
   *   is Markdown. With null, brands rank in the order of the text.
   */
  findMentions(text: string, markdown?: string | null): Mention[];
  /** Returns whether a text mentions any of the brands. */
  mentionsAny(text: string): boolean;
}

/**
 * In UTF-16 code units; much longer than real answers. The rest of a longer text is not searched, so that it cannot block
 * a worker.
 */
const maxScoredLength = 250_000;

/**
 * Occurrences of phrases in a text, counted for each brand that uses the phrase. Real answers have fewer than 2,000. If a
 * text has more than this, its rest is not searched.
 */
const maxFoundPhrases = 50_000;

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
  const mayInflect = compileInflectionCheck(brands.flatMap(listPhrases));

  function findPhrases(text: string): FoundPhrase[] {
    const normalized = normalizeWithOffsets(text, cache);
    const boundaries = new WordBoundaries(text);
    const canStart = (at: number) => {
      const start = normalized.toOriginalStart(at);
      return (
        start !== undefined && (boundaries.isWordStart(start) || followsAttachedPrefix(normalized.text, at))
      );
    };
    const language = detectInflectedLanguage(text, () => mayInflect(normalized.text, canStart));
    const find = findersByLanguage.get(language) ?? compilePhrases(brands, language);
    findersByLanguage.set(language, find);
    return find(normalized, boundaries, canStart);
  }

  function findCandidates(text: string): Candidate[] {
    const masked = maskUrls(text, isName);
    const phrases = findPhrases(masked);
    const found = phrases.filter(({ purpose }) => purpose === 'name');
    const context = new MentionContext(masked, () => new Set(found.map(({ start }) => start)));
    const names = found.filter((phrase) =>
      isMention(phrase, context, brandsById.get(phrase.brandId)?.matchCase ?? false),
    );
    const hasRules = names.some(({ brandId }) => hasContextRules(brandsById.get(brandId)));
    return hasRules ? selectByContext(masked, names, phrases, brandsById) : names;
  }

  function findSpans(text: string): Map<string, number[]> {
    const spans = new Map<string, number[]>();
    for (const { brandId, start, end } of resolveOverlaps(findCandidates(text), text.length)) {
      const brandSpans = spans.get(brandId);
      if (brandSpans) brandSpans.push(start, end);
      else spans.set(brandId, [start, end]);
    }
    return spans;
  }

  return {
    findMentions: (whole, markdown = whole) => {
      const text = whole.slice(0, maxScoredLength);
      const spans = findSpans(text);
      if (spans.size === 0) return [];
      if (markdown === null) return rankBrands(spans, { text, spansByBrand: spans, isStructured: false });
      const structure = prepareStructure(markdown.slice(0, maxScoredLength));
      const spansByBrand = structure === text ? spans : findSpans(structure);
      return rankBrands(spans, { text: structure, spansByBrand, isStructured: true });
    },
    mentionsAny: (text) => findCandidates(text.slice(0, maxScoredLength)).length > 0,
  };
}

function listPhrases({ name, aliases, requiredContext, excludedContext }: MatchedBrand): string[] {
  return [name, ...aliases, ...requiredContext, ...excludedContext];
}

/** Compiles the phrases of all brands into a function that finds them in a text as whole words. */
function compilePhrases(
  brands: readonly MatchedBrand[],
  language: string | null,
): (
  normalized: NormalizedText,
  boundaries: WordBoundaries,
  canStart: (at: number) => boolean,
) => FoundPhrase[] {
  const uses = new Map<string, PhraseUse[]>();
  const forms = new Map<string, NameForm[]>();
  const listPhraseForms = (phrase: string) => {
    const known = forms.get(phrase) ?? listForms(phrase, language);
    forms.set(phrase, known);
    return known;
  };
  for (const { id, name, aliases, requiredContext, excludedContext } of brands) {
    addUses(uses, [name, ...aliases], { brandId: id, purpose: 'name' }, listPhraseForms);
    addUses(uses, requiredContext, { brandId: id, purpose: 'requiredContext' }, listPhraseForms);
    addUses(uses, excludedContext, { brandId: id, purpose: 'excludedContext' }, listPhraseForms);
  }
  const find = compilePhraseFinder([...uses.keys()]);
  const usesByPhrase = [...uses.values()];
  const hasPrefix = [...uses.keys()].map(canHavePrefix);
  return (normalized, boundaries, canStart) => {
    const found: FoundPhrase[] = [];
    const visit = (match: PhraseMatch) => {
      const range = normalized.toOriginal(match);
      if (!range || !boundaries.isWordEnd(range.end)) return true;
      if (!hasPrefix[match.phraseIndex] && !boundaries.isWordStart(range.start)) return true;
      for (const use of usesByPhrase[match.phraseIndex] ?? []) found.push({ ...use, ...range });
      return found.length < maxFoundPhrases;
    };
    find(normalized.text, { canStart, visit });
    return found;
  };
}

function addUses(
  uses: Map<string, PhraseUse[]>,
  phrases: readonly string[],
  use: Pick<PhraseUse, 'brandId' | 'purpose'>,
  listPhraseForms: (phrase: string) => readonly NameForm[],
): void {
  for (const spelling of phrases) {
    for (const { text, isInflected, condition } of listPhraseForms(spelling)) {
      const existing = uses.get(text);
      // The phrases of a brand and purpose are added one after the other, so only the last use can be the same.
      const last = existing?.at(-1);
      const same = last?.brandId === use.brandId && last.purpose === use.purpose ? last : undefined;
      const form = { spelling, isInflected, condition };
      // A form that is also a name of the brand counts as the name.
      const isName = text === normalizeText(spelling);
      if (same && isName && (same.isInflected || normalizeText(same.spelling) !== text))
        Object.assign(same, form);
      if (same) continue;
      if (existing) existing.push({ ...use, ...form });
      else uses.set(text, [{ ...use, ...form }]);
    }
  }
}
