import { engineFacts, engines } from '#lib/contract/engines';

/** What the dashboard calls an engine, by its key. */
export function formatEngine(key: string): string {
  const engine = engines.find((one) => one === key);
  return engine ? engineFacts[engine].label : key;
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The English name of a country by its ISO 3166-1 alpha-2 code; the code itself where there is none. */
export function formatCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code;
}

const withArticle = new Set(
  'AE BS CD CF CG CK DO FO GB GM KM KY MH MV NL PH SB SC TC UM US VG VI'.split(' '),
);

/** A country as it stands in a sentence: "in Japan", but "in the United States". */
export function formatCountryInSentence(code: string): string {
  return withArticle.has(code) ? `the ${formatCountry(code)}` : formatCountry(code);
}

/** Names in a sentence: "A", "A and B", "A, B and C". */
export function formatList(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** What a type of sites is called: "Reviews". */
export function formatDomainType(type: string): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}
