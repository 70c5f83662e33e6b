import { LRUCache } from 'lru-cache';

const names = {
  language: new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }),
  script: new Intl.DisplayNames('en', { type: 'script', fallback: 'none' }),
  region: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
};

/** Codes of no language in particular, and of no region. */
const nonLanguages = new Set(['mul', 'mis', 'und', 'zxx', 'root']);
const nonRegions = new Set(['ZZ', 'XA', 'XB']);

/** The longest code that is read: a language, a script, a region and two variants have 33 characters. */
const maxLength = 35;

/** Caches canonical codes, because Intl is slow and an imported file repeats a few codes in thousands of lines. */
const canonicalCodes = new LRUCache<string, { canonical: string | null }>({ max: 1_000 });

/**
 * Returns the canonical form of a BCP 47 code of a language (`pt-br` → `pt-BR`, `iw` → `he`); null if its language, script
 * or region is unknown. Extensions and private use are not accepted.
 */
export function canonicalizeLanguage(code: string): string | null {
  if (code.length > maxLength) return null;
  const known = canonicalCodes.get(code);
  if (known) return known.canonical;
  const canonical = findCanonicalCode(code);
  canonicalCodes.set(code, { canonical });
  return canonical;
}

function findCanonicalCode(code: string): string | null {
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return null;
  try {
    const locale = new Intl.Locale(code);
    const { language, script, region } = locale;
    const isKnown =
      !nonLanguages.has(language) &&
      names.language.of(language) !== undefined &&
      (script === undefined || names.script.of(script) !== undefined) &&
      (region === undefined || (!nonRegions.has(region) && names.region.of(region) !== undefined));
    return isKnown ? locale.toString() : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
