import type { Region } from '#lib/sandbox/data/market-data';

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

/** Returns the region whose publishers a country reads; `XX` if the market has none for it. */
export function getRegion(country: string): Region {
  return neighbours[country] ?? 'XX';
}

/** Returns the ranking factor of a publisher's region for a reader's region. */
export function getProximity(publisher: Region, reader: Region): number {
  if (publisher === reader) return 1.8;
  if (publisher === 'XX') return 1;
  const english = (region: Region) => region === 'US' || region === 'GB' || region === 'XX';
  return english(publisher) ? (english(reader) ? 0.55 : 0.4) : 0.15;
}

/** A price as a shop of one country writes it. */
export interface Price {
  amount: number;
  /** ISO 4217. */
  currency: string;
  symbol: string;
  text: string;
}

/** Currency, units per US dollar at the market's fixed rate, rounding step, and countries. */
const rows: [currency: string, rate: number, step: number, countries: string][] = [
  [
    'EUR',
    1,
    5,
    'AD AT AX BE BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA YT',
  ],
  ['GBP', 0.85, 5, 'GB GG GS IM JE'],
  ['JPY', 150, 100, 'JP'],
  ['CAD', 1.35, 5, 'CA'],
  ['AUD', 1.5, 5, 'AU CC CX HM KI NF NR TV'],
  ['NZD', 1.65, 5, 'CK NU NZ PN TK'],
  ['CHF', 0.9, 5, 'CH LI'],
  ['SEK', 10, 50, 'SE'],
  ['NOK', 10.5, 50, 'BV NO SJ'],
  ['DKK', 6.9, 50, 'DK FO GL'],
  ['PLN', 4, 10, 'PL'],
  ['CZK', 23, 50, 'CZ'],
  ['HUF', 360, 500, 'HU'],
  ['RON', 4.6, 10, 'RO'],
  ['TRY', 34, 50, 'TR'],
  ['UAH', 41, 50, 'UA'],
  ['INR', 84, 100, 'IN'],
  ['CNY', 7.2, 10, 'CN'],
  ['HKD', 7.8, 10, 'HK'],
  ['TWD', 32, 50, 'TW'],
  ['KRW', 1350, 1000, 'KR'],
  ['SGD', 1.35, 5, 'SG'],
  ['MYR', 4.4, 10, 'MY'],
  ['THB', 35, 50, 'TH'],
  ['IDR', 15_800, 10_000, 'ID'],
  ['PHP', 57, 50, 'PH'],
  ['VND', 25_000, 10_000, 'VN'],
  ['AED', 3.7, 10, 'AE'],
  ['SAR', 3.75, 10, 'SA'],
  ['ILS', 3.7, 10, 'IL PS'],
  ['EGP', 48, 50, 'EG'],
  ['ZAR', 18, 50, 'ZA'],
  ['NGN', 1_550, 1_000, 'NG'],
  ['KES', 130, 100, 'KE'],
  ['MAD', 10, 50, 'EH MA'],
  ['BRL', 5.4, 10, 'BR'],
  ['MXN', 18, 50, 'MX'],
  ['ARS', 960, 1_000, 'AR'],
  ['CLP', 930, 1_000, 'CL'],
  ['COP', 4_100, 5_000, 'CO'],
  ['PEN', 3.8, 10, 'PE'],
];

const dollars = { currency: 'USD', rate: 1, step: 1 };
const byCountry = new Map(
  rows.flatMap(([currency, rate, step, countries]) =>
    countries.split(' ').map((country) => [country, { currency, rate, step }] as const),
  ),
);
const formats = new Map<string, Intl.NumberFormat>();

/** Converts a price in US dollars to a country's currency, or to US dollars if the market has no shop there. */
export function convertPrice(country: string, usDollars: number): Price {
  const { currency, rate, step } = byCountry.get(country) ?? dollars;
  // The pages the market's French publishers write quote this rate.
  const local = currency === 'EUR' && getRegion(country) === 'FR' ? 1.05 : rate;
  return formatPrice(Math.max(step, Math.round((usDollars * local) / step) * step), currency);
}

/** Formats an amount of a currency. */
export function formatPrice(amount: number, currency: string): Price {
  const format =
    formats.get(currency) ??
    new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 });
  formats.set(currency, format);
  const parts = format.formatToParts(amount);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  return {
    amount,
    currency,
    symbol,
    text: parts
      .map(({ value }) => value)
      .join('')
      .replaceAll('\u00a0', ' '),
  };
}

const number = new Intl.NumberFormat('en-GB');

/** Writes a price in US dollars as a page of the region would. */
export function writePrice(dollars: number, region: Region): string {
  const { amount, currency, text } = convertPrice(region, dollars);
  return currency === 'EUR' ? `${number.format(amount)} euros` : text;
}
