import { engineSpecs, engines } from '#lib/contract/engines';

/** Returns the label of an engine: "Chat" for `chat`. */
export function formatEngine(key: string): string {
  const engine = engines.find((one) => one === key);
  return engine ? engineSpecs[engine].label : key;
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Returns the English name of a country by its ISO 3166-1 alpha-2 code, or the code if it is unknown. */
export function formatCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}

const withArticle = new Set(
  'AE BS CD CF CG CK DO FO GB GM KM KY MH MV NL PH SB SC TC UM US VG VI'.split(' '),
);

/** Returns the name of a country with its article, if any: "Japan", "the United States". */
export function formatCountryInSentence(code: string): string {
  return withArticle.has(code) ? `the ${formatCountry(code)}` : formatCountry(code);
}

/** Formats "A", "A and B" or "A, B and C". */
export function formatList(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Returns the label of a domain type: "Reviews". */
export function formatDomainType(type: string): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}
