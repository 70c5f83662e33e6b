import type { Brand } from '#lib/sandbox/market/category';
import type { Moment } from '#lib/sandbox/moment';
import type { Question } from '#lib/sandbox/question';
import type { Ranked } from '#lib/sandbox/retrieve';
import type { Taste } from '#lib/sandbox/taste';

const pagesRead = 30;
const leastShare = 0.22;

/**
 * The category's brands in the order the pages read speak for them: earlier places in better pages count for
 * more, kind words more than unkind ones, and the asked-for qualities and present strength on top.
 */
export function favour(ranked: Ranked[], question: Question, taste: Taste, moment: Moment): Brand[] {
  const totals = new Map<Brand, number>();
  for (const { document, score } of ranked.slice(0, pagesRead)) {
    document.mentions.forEach(({ brand, leaning }, place) => {
      const words = question.intent === 'problem' ? 1 - 0.4 * leaning : 1 + 0.45 * leaning;
      totals.set(brand, (totals.get(brand) ?? 0) + (score * words) / (1 + 0.25 * place));
    });
  }
  const scored = [...totals].map(([brand, total]) => ({
    brand,
    total: total ** 0.6 * appeal(brand, question, taste, moment),
  }));
  scored.sort((a, b) => b.total - a.total || (a.brand.name < b.brand.name ? -1 : 1));
  const best = scored[0]?.total ?? 0;
  return scored.filter(({ total }) => total >= best * leastShare).map(({ brand }) => brand);
}

function appeal(brand: Brand, question: Question, taste: Taste, moment: Moment): number {
  let factor = Math.exp(taste.fashion * (moment.strength(brand) - 0.6));
  const [wanted, unwanted] =
    question.intent === 'problem' ? [brand.weaknesses, brand.strengths] : [brand.strengths, brand.weaknesses];
  for (const { key } of question.features) {
    if (wanted.includes(key)) factor *= 1.8;
    if (unwanted.includes(key)) factor *= 0.5;
  }
  if (question.intent === 'price') factor *= priceAppeal(brand, question);
  if (brand.home === moment.country) factor *= 1.3;
  if (brand.absent?.includes(moment.region)) factor *= 0.15;
  return factor;
}

function priceAppeal(brand: Brand, question: Question): number {
  const prices = question.category.brands.map(({ price }) => price);
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length;
  const thrifty = /\b(cheap\w*|budget|afford\w*|under|low-cost)\b|günstig|安い/u.test(
    question.prompt.toLowerCase(),
  );
  return Math.min(1.5, Math.max(0.3, (mean / brand.price) ** (thrifty ? 2 : 0.4)));
}
