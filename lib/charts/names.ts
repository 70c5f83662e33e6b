const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The English name of a country by its ISO 3166-1 alpha-2 code; the code itself where there is none. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}

/** Names in a sentence: "A", "A and B", "A, B and C". */
export function listNames(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
