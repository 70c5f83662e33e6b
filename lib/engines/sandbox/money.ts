import type { Region } from '#lib/engines/sandbox/market/category';

const pounds = new Intl.NumberFormat('en-GB');
const rates: Record<Region, { rate: number; step: number; write: (amount: number) => string }> = {
  US: { rate: 1, step: 1, write: (amount) => `$${pounds.format(amount)}` },
  XX: { rate: 1, step: 1, write: (amount) => `$${pounds.format(amount)}` },
  GB: { rate: 0.85, step: 5, write: (amount) => `£${pounds.format(amount)}` },
  DE: { rate: 1, step: 5, write: (amount) => `${pounds.format(amount)} euros` },
  FR: { rate: 1.05, step: 5, write: (amount) => `${pounds.format(amount)} euros` },
  JP: { rate: 150, step: 100, write: (amount) => `¥${pounds.format(amount)}` },
};

/** A price in US dollars as a shop of the region would write it, at the market's own fixed rates. */
export function money(dollars: number, region: Region): string {
  const { rate, step, write } = rates[region];
  return write(Math.round((dollars * rate) / step) * step);
}
