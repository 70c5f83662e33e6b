import { z } from 'zod';
import { lenient } from '#lib/providers/shared/lenient';
import symbols from './currency-symbols.json' with { type: 'json' };

/** A text, or an object with a name. */
export const nameOrText = z
  .union([z.string(), lenient.object({ name: lenient.text }).transform(({ name }) => name ?? '')])
  .nullish()
  .catch(undefined);

/** A number, or a text such as `4.5`, `(1,234)` or `1.2K`. */
export const optionalNumberOrText = z.union([z.number(), z.string()]).nullish().catch(undefined);

type NumberOrText = z.infer<typeof optionalNumberOrText>;

const exponents: Record<string, string> = { k: 'e3', m: 'e6', b: 'e9' };

/** Parses a number; undefined if there is none. A single `,` before one or two digits is a decimal separator. */
export function parseNumber(value: NumberOrText): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const match = /(\d[\d,]*(?:\.\d+)?)\s*([kmb])?(?![a-z])/i.exec(value ?? '');
  if (!match?.[1]) return undefined;
  const digits = match[1].replace(/^(\d+),(\d{1,2})$/, '$1.$2').replaceAll(',', '');
  return Number(digits + (exponents[match[2]?.toLowerCase() ?? ''] ?? ''));
}

/** Parses a whole number; undefined if there is none. The text `1.234` is read as 1234. */
export function parseCount(value: NumberOrText): number | undefined {
  const text = typeof value === 'string' ? value.replace(/(\d)[.’'\s](?=\d{3}\b)/g, '$1') : value;
  const count = parseNumber(text);
  return Number.isSafeInteger(count) ? count : undefined;
}

/** Returns a number as the engine shows it (`1.2K`), without parentheses. */
export function formatShownNumber(value: NumberOrText): string {
  return String(value ?? '')
    .replace(/^\s*\((.*)\)\s*$/, '$1')
    .trim();
}

export interface Price {
  value: number;
  /** ISO 4217; undefined if the price does not show it. */
  currency: string | undefined;
  /** As written in the price. */
  symbol: string | undefined;
}

/**
 * Parses a price from the amount that SerpApi extracted and the text.
 * @param country the request's country (ISO 3166-1 alpha-2), which determines the currency of `$`, `kr` and `¥`
 */
export function parsePrice(
  amount: number | null | undefined,
  text: string | null | undefined,
  country: string,
): Price | undefined {
  const value = amount ?? parseAmount(text ?? '');
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return { value, ...parseCurrency(text ?? '', country) };
}

/** Parses `1,299.50`, `1.299,50` and `1 299`. Returns undefined for a range. */
function parseAmount(text: string): number | undefined {
  const numbers = text.match(/\d(?:[\d.,’']|\s(?=\d{3}(?!\d)))*/g) ?? [];
  const number = numbers[0]?.replace(/[\s’']/g, '').replace(/[.,]+$/, '');
  if (number === undefined || numbers.length > 1) return undefined;
  const [, whole = number, decimals = ''] = /^(.*)[.,](\d{1,2})$/.exec(number) ?? [];
  return Number(`${whole.replace(/[.,]/g, '')}.${decimals || '0'}`);
}

const currencyCodes = new Set(Intl.supportedValuesOf('currency'));

/** Currencies by symbol, longer symbols first. */
const unambiguousSymbols = Object.entries(symbols.unambiguous);

/** Currencies by symbol and country, for symbols that several countries use. */
const sharedSymbols = Object.entries<Record<string, string>>(symbols.shared);

function parseCurrency(price: string, country: string): Omit<Price, 'value'> {
  const text = price.normalize('NFKC');
  const code = /\b[A-Z]{3}\b/.exec(text)?.[0];
  if (code !== undefined && currencyCodes.has(code)) return { currency: code, symbol: code };
  for (const [symbol, currency] of unambiguousSymbols) {
    if (text.includes(symbol)) return { currency, symbol };
  }
  const [symbol, currencies] = sharedSymbols.find(([shared]) => text.includes(shared)) ?? [];
  return { currency: currencies?.[country] ?? (symbol === '$' ? 'USD' : undefined), symbol };
}
