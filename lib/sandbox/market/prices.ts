import { z } from 'zod';
import { getRegion, type Region } from '#lib/sandbox/data/market-data';
import currencyData from '../data/currencies.json' with { type: 'json' };

/** Returns the factor that multiplies the score of a page, by its publisher's region and the region of the reader. */
export function getProximity(publisher: Region, reader: Region): number {
  if (publisher === reader) return 1.8;
  if (publisher === 'XX') return 1;
  const isEnglish = (region: Region) => region === 'US' || region === 'GB' || region === 'XX';
  return isEnglish(publisher) ? (isEnglish(reader) ? 0.55 : 0.4) : 0.15;
}

/** A price in a currency of the fictional market. */
export interface Price {
  amount: number;
  /** ISO 4217. */
  currency: string;
  symbol: string;
  /** The amount with the symbol, in English format. */
  text: string;
}

const dollars = { code: 'USD', rate: 1, step: 1, countries: [] };

const currencies = z
  .array(
    z.strictObject({
      /** ISO 4217. */
      code: z.string(),
      /** Units per US dollar in the fictional market. */
      rate: z.number(),
      /** Prices are rounded to a multiple of this. */
      step: z.number(),
      countries: z.array(z.string()),
    }),
  )
  .parse([...currencyData, dollars]);

const currencyByCountry = new Map(
  currencies.flatMap((currency) => currency.countries.map((country) => [country, currency] as const)),
);
const formatters = new Map(
  currencies.map(({ code }) => {
    const formatter = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: code,
      maximumFractionDigits: 0,
    });
    const symbol = formatter.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
    return [code, { formatter, symbol }];
  }),
);

/** Converts a price in US dollars to a country's currency; to US dollars if the market has no currency for it. */
export function convertPrice(country: string, usDollars: number): Price {
  const { code, rate, step } = currencyByCountry.get(country) ?? dollars;
  // Prices in euros are 5% higher in the region FR.
  const localRate = code === 'EUR' && getRegion(country) === 'FR' ? 1.05 : rate;
  return formatPrice(Math.max(step, Math.round((usDollars * localRate) / step) * step), code);
}

/** Formats an amount of one of the market's currencies. */
export function formatPrice(amount: number, currency: string): Price {
  const { formatter, symbol } = formatters.get(currency) ?? { formatter: undefined, symbol: currency };
  return { amount, currency, symbol, text: (formatter?.format(amount) ?? '').replaceAll('\u00a0', ' ') };
}

/** Converts a price in US dollars to a region's currency, for the text of a page: "¥12,000" or "120 euros". */
export function formatRegionalPrice(usDollars: number, region: Region): string {
  const { amount, currency, text } = convertPrice(region, usDollars);
  return currency === 'EUR' ? `${amount.toLocaleString('en-GB')} euros` : text;
}
