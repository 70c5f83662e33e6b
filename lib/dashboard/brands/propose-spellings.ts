import { compileMatcher, type MatchedBrand } from '#lib/dashboard/scoring/match-brands';
import { removeLegalForm } from '#lib/dashboard/scoring/name-spellings';

/**
 * Proposes other spellings of a brand's names that the matcher does not find by itself, because they could also mean
 * something else. The member sees their effect on stored answers and decides.
 */
export function proposeSpellings(brand: Omit<MatchedBrand, 'id'>): string[] {
  const { mentionsAny } = compileMatcher([
    { ...brand, id: 'brand', matchCase: false, requiredContext: [], excludedContext: [] },
  ]);
  const proposed = [brand.name, ...brand.aliases].flatMap(listVariants);
  const unknown = proposed.filter((spelling) => spelling.length > 1 && !mentionsAny(spelling));
  return [...new Set(unknown)];
}

function listVariants(name: string): string[] {
  const variants = [
    // Gap Inc.: Gap
    removeLegalForm(name),
    // Which?: Which
    name.replace(/[!?:.,;]+$/u, ''),
    // McDonald's: McDonald
    name.replace(/['’]s$/iu, ''),
    // monday.com: monday
    name.replace(/^(?:www\.)?([\p{L}\p{N}-]+)(?:\.\p{L}{2,})+$/iu, '$1'),
    // Go On: GoOn
    name.replaceAll(/[\s\p{Pd}]+/gu, ''),
    // The Honest Company: Honest
    name.replace(/^the\s+/iu, '').replace(/\s+(?:company|co\.?|corporation|group|holdings?)$/iu, ''),
    // A.B.: AB
    name.replaceAll(/(?<=\p{Lu})\./gu, ''),
  ];
  return variants.map((variant) => variant.trim()).filter((variant) => variant !== name);
}
