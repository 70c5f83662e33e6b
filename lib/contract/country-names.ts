const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Returns the English name of a country by its ISO 3166-1 alpha-2 code, or the code if it is unknown. */
export function formatCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}

const countriesWithArticle = new Set(
  'AE BS CD CF CG CK DO FO GB GM KM KY MH MV NL PH SB SC TC UM US VG VI'.split(' '),
);

/** Returns the name of a country with its article, if any: "Japan", "the United States". */
export function formatCountryInSentence(code: string): string {
  return countriesWithArticle.has(code) ? `the ${formatCountry(code)}` : formatCountry(code);
}
