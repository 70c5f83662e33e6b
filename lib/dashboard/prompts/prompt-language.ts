const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Returns the BCP 47 code of a language given as a code in any notation (`de`, `pt_BR`, `deu`) or by its name in English
 * or in the language itself; null if it is unknown.
 */
export function parseLanguage(value: string): string | null {
  const text = value.trim();
  return canonicalize(text.replaceAll('_', '-')) ?? getCodesByName().get(text.toLowerCase()) ?? null;
}

/** Returns whether a BCP 47 code has a known language. */
export function isKnownLanguage(code: string): boolean {
  return canonicalize(code) !== null;
}

function canonicalize(code: string): string | null {
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return null;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(code);
    return names.of(canonical.split('-')[0] ?? '') === undefined ? null : canonical;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

let codesByName: Map<string, string> | undefined;

/** Returns the two-letter codes of languages by their lower-case names. Built once, at the first name in a file. */
function getCodesByName(): Map<string, string> {
  codesByName ??= new Map(
    listCodes().flatMap((code) => {
      const english = names.of(code);
      const own = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code);
      return [own, english].flatMap((name) => (name ? [[name.toLowerCase(), code] as const] : []));
    }),
  );
  return codesByName;
}

/** Lists the two-letter codes of languages that have a name. */
function listCodes(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => names.of(code) !== undefined && canonicalize(code) === code);
}
