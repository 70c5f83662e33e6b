const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The English name of a country by its ISO 3166-1 alpha-2 code; the code itself where there is none. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}

const withArticle = new Set(
  'AE BS CD CF CG CK DO FO GB GM KM KY MH MV NL PH SB SC TC UM US VG VI'.split(' '),
);

/** A country as it stands in a sentence: "in Japan", but "in the United States". */
export function countryInSentence(code: string): string {
  return withArticle.has(code) ? `the ${countryName(code)}` : countryName(code);
}

/** Names in a sentence: "A", "A and B", "A, B and C". */
export function listNames(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
