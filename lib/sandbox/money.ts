import { priceIn } from '#lib/sandbox/currency';
import type { Region } from '#lib/sandbox/market/category';

const number = new Intl.NumberFormat('en-GB');

/** A price in US dollars as a page of the region writes it. */
export function money(dollars: number, region: Region): string {
  const { amount, currency, text } = priceIn(region, dollars);
  return currency === 'EUR' ? `${number.format(amount)} euros` : text;
}
