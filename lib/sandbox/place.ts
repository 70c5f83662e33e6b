import type { Region } from '#lib/sandbox/market/category';

const neighbours: Record<string, Region> = {
  US: 'US',
  CA: 'US',
  MX: 'US',
  GB: 'GB',
  IE: 'GB',
  AU: 'GB',
  NZ: 'GB',
  ZA: 'GB',
  IN: 'GB',
  DE: 'DE',
  AT: 'DE',
  CH: 'DE',
  LI: 'DE',
  LU: 'DE',
  FR: 'FR',
  BE: 'FR',
  MC: 'FR',
  JP: 'JP',
};

/** Whose publishers a country reads; `XX`, those read everywhere, where the market has none of its own. */
export function regionOf(country: string): Region {
  return neighbours[country] ?? 'XX';
}

/** How near a publisher's region is to the reader's, as a factor on its rank. */
export function nearness(publisher: Region, reader: Region): number {
  if (publisher === reader) return 1.8;
  if (publisher === 'XX') return 1;
  const english = (region: Region) => region === 'US' || region === 'GB' || region === 'XX';
  return english(publisher) ? (english(reader) ? 0.55 : 0.4) : 0.15;
}
