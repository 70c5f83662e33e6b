import { z } from 'zod';

/** A figure as the vendor sends it: a number, or words such as `4.5`, `(1,234)` or `1.2K`. */
export const someFigure = z.union([z.number(), z.string()]).nullish().catch(undefined);

const exponents: Record<string, string> = { k: 'e3', m: 'e6', b: 'e9' };

/** The number a figure stands for; undefined where it tells none. A lone `,` before one or two digits is decimal. */
export function numberOf(figure: number | string | null | undefined): number | undefined {
  if (typeof figure === 'number') return Number.isFinite(figure) ? figure : undefined;
  const match = /(\d[\d,]*(?:\.\d+)?)\s*([kmb])?(?![a-z])/i.exec(figure ?? '');
  if (!match?.[1]) return undefined;
  const digits = match[1].replace(/^(\d+),(\d{1,2})$/, '$1.$2').replaceAll(',', '');
  return Number(digits + (exponents[match[2]?.toLowerCase() ?? ''] ?? ''));
}

/** The whole number a figure stands for; undefined where it tells none. `1.234` in words is a thousand and more. */
export function countOf(figure: number | string | null | undefined): number | undefined {
  const words = typeof figure === 'string' ? figure.replace(/(\d)[.’'\s](?=\d{3}\b)/g, '$1') : figure;
  const count = numberOf(words);
  return Number.isSafeInteger(count) ? count : undefined;
}

/** A figure as the engine shows it: `1.2K` stays so, parentheses around it go. */
export function shownFigure(figure: number | string | null | undefined): string {
  return String(figure ?? '')
    .replace(/^\s*\((.*)\)\s*$/, '$1')
    .trim();
}
