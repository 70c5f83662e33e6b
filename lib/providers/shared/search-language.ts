const traditionalChineseCountries = new Set(['TW', 'HK', 'MO']);

/**
 * Returns the code of a request's language that a search provider supports: with its region or script if there is one
 * (`pt-br`), else without; undefined if the provider does not support the language. Chinese without a script is that of
 * the country.
 * @param language BCP 47
 * @param supported the provider's codes
 * @param otherCodes the provider's codes of languages whose BCP 47 code it does not use
 */
export function findSearchLanguage(
  { language, country }: { language?: string; country: string },
  supported: ReadonlySet<string>,
  otherCodes: Readonly<Record<string, string>> = {},
): string | undefined {
  if (language === undefined) return undefined;
  const { language: base, script, region } = new Intl.Locale(language);
  const code = otherCodes[base] ?? base;
  const candidates = base === 'zh' ? [getChineseCode(script, region ?? country)] : [language, code];
  const codes = new Map([...supported].map((known) => [known.toLowerCase(), known]));
  return candidates.map((candidate) => codes.get(candidate.toLowerCase())).find(Boolean);
}

function getChineseCode(script: string | undefined, region: string): string {
  const isTraditional = script === undefined ? traditionalChineseCountries.has(region) : script === 'Hant';
  return isTraditional ? 'zh-TW' : 'zh-CN';
}
