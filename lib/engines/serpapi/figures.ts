import { z } from 'zod';

/** A figure as the vendor sends it: a number, or words such as `4.5`, `(1,234)` or `1.2K`. */
export const someFigure = z.union([z.number(), z.string()]).nullish().catch(undefined);

const scales: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 };

/** The number a figure stands for; 0 where it is not told, for the contract asks for a number. */
export function numberOf(figure: number | string | null | undefined): number {
  if (typeof figure === 'number') return Number.isFinite(figure) ? figure : 0;
  const match = /(\d[\d,]*(?:\.\d+)?)\s*([kmb])?(?![a-z])/i.exec(figure ?? '');
  if (!match?.[1]) return 0;
  return (
    Math.round(Number(match[1].replaceAll(',', '')) * (scales[match[2]?.toLowerCase() ?? ''] ?? 1) * 100) /
    100
  );
}

/** The whole number a figure stands for, 0 where it is not told. */
export function countOf(figure: number | string | null | undefined): number {
  const count = Math.round(numberOf(figure));
  return Number.isSafeInteger(count) ? count : 0;
}

/** A figure as the engine shows it: `1.2K` stays so, parentheses around it go. */
export function shownFigure(figure: number | string | null | undefined): string {
  return String(figure ?? '')
    .replace(/^\s*\((.*)\)\s*$/, '$1')
    .trim();
}
