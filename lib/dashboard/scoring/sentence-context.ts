import type { NameForm } from '#lib/dashboard/scoring/name-forms';
import {
  findFirstFrom,
  findSentence,
  splitSentences,
  type TextRange,
} from '#lib/dashboard/scoring/text-ranges';

/** Phrases of which the sentence of a mention must contain one, if there are any, and must not contain any. */
export interface ContextRules {
  requiredContext: readonly string[];
  excludedContext: readonly string[];
}

/** A phrase, or an inflected form of it, that is searched for because of a brand. */
export interface PhraseUse extends Omit<NameForm, 'text'> {
  brandId: string;
  purpose: 'name' | 'requiredContext' | 'excludedContext';
  /** The name or phrase as it was entered. */
  spelling: string;
}
export type FoundPhrase = PhraseUse & TextRange;

/** Returns whether a brand is mentioned only in some contexts. */
export function hasContextRules(rules: ContextRules | undefined): boolean {
  return rules !== undefined && (rules.requiredContext.length > 0 || rules.excludedContext.length > 0);
}

/**
 * Selects the names whose sentence contains a required phrase of their brand, if it has any, and none of its excluded
 * phrases. Each sentence is searched once per brand, however many names it contains.
 */
export function selectByContext(
  text: string,
  names: readonly FoundPhrase[],
  phrases: readonly FoundPhrase[],
  brandsById: ReadonlyMap<string, ContextRules>,
): FoundPhrase[] {
  const sentences = splitSentences(text);
  const context = Map.groupBy(
    phrases.filter(({ purpose }) => purpose !== 'name'),
    ({ brandId, purpose }) => `${purpose} ${brandId}`,
  );
  const isSelected = new Map<string, boolean>();
  return names.filter((name) => {
    const { brandId } = name;
    const brand = brandsById.get(brandId);
    if (!brand || !hasContextRules(brand)) return true;
    const sentence = findSentence(sentences, name);
    const key = `${brandId} ${sentence.start} ${sentence.end}`;
    const known = isSelected.get(key);
    if (known !== undefined) return known;
    const contains = (purpose: FoundPhrase['purpose']) =>
      hasPhraseInside(context.get(`${purpose} ${brandId}`) ?? [], sentence);
    const selected =
      !contains('excludedContext') && (brand.requiredContext.length === 0 || contains('requiredContext'));
    isSelected.set(key, selected);
    return selected;
  });
}

/** Returns whether one of the phrases, which are sorted by their start, is inside a range. */
function hasPhraseInside(phrases: readonly TextRange[], { start, end }: TextRange): boolean {
  for (let at = findFirstFrom(phrases, start); (phrases[at]?.start ?? end) < end; at += 1) {
    if ((phrases[at]?.end ?? end) <= end) return true;
  }
  return false;
}
