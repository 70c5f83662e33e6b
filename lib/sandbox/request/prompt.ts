import {
  type Brand,
  type Category,
  categories,
  categoryByBrand,
  type Feature,
} from '#lib/sandbox/data/market-data';
import { plain, wordAt } from '#lib/sandbox/text/words';

export type Intent = 'best' | 'versus' | 'alternatives' | 'price' | 'problem' | 'how-to' | 'news' | 'profile';

/** What a prompt asks of the market. */
export interface ParsedPrompt {
  prompt: string;
  category: Category;
  /** The brands it mentions, in order. */
  brands: Brand[];
  features: Feature[];
  intent: Intent;
}

const asked: [Intent, RegExp][] = [
  [
    'alternatives',
    /alternativ|instead of|similar to|replace|switch from|\blike\b.*\bbut\b|代わり|乗り換え|à la place/u,
  ],
  [
    'problem',
    /problem|issue|fail|complain|recall|worst|avoid|go wrong|break|regret|drawback|downside|problème|トラブル|不満|欠点/u,
  ],
  [
    'price',
    /price|cost|cheap|budget|afford|under [$£€¥]?\d|deal|expensive|discount|how much|worth (the|it|paying|buying)|writePrice|preis|kosten|prix|値段|価格|安い/u,
  ],
  ['news', /\bnews\b|latest|announce|launch|happened|neuigkeit|actualité|ニュース|最新/u],
  [
    'how-to',
    /^(how (do|to|can|should|often)|what (is|are) (an?|the difference)|when should|wie )|care for|look after|clean|comment |方法|選び方/u,
  ],
];

/** Parses a prompt; undefined if it is about nothing the market sells. */
export function parsePrompt(prompt: string): ParsedPrompt | undefined {
  const text = plain(prompt);
  const brands = findBrands(text);
  const first = brands[0];
  const category = (first === undefined ? undefined : categoryByBrand.get(first)) ?? findCategory(text);
  if (category === undefined) return undefined;
  const own = brands.filter((brand) => categoryByBrand.get(brand) === category);
  return {
    prompt,
    category,
    brands: own,
    features: findFeatures(category, text),
    intent: detectIntent(text, own.length),
  };
}

function detectIntent(text: string, brands: number): Intent {
  const found = asked.find(([, pattern]) => pattern.test(text))?.[0];
  if (brands >= 2 && found !== 'alternatives' && found !== 'problem') return 'versus';
  if (found === 'alternatives' && brands === 0) return 'best';
  return found ?? (brands === 1 ? 'profile' : 'best');
}

const brandNames = [...categoryByBrand.keys()].flatMap((brand) =>
  [brand.name, ...brand.aliases].map((name) => ({ brand, name: plain(name) })),
);
const categoryTerms = categories
  .flatMap((category) => category.terms.map((term) => ({ category, term: plain(term) })))
  .sort((a, b) => b.term.length - a.term.length);

function findBrands(text: string): Brand[] {
  const places = new Map<Brand, number>();
  for (const { brand, name } of brandNames) {
    const place = wordAt(text, name);
    if (place >= 0) places.set(brand, Math.min(place, places.get(brand) ?? place));
  }
  return [...places].sort((a, b) => a[1] - b[1]).map(([brand]) => brand);
}

function findCategory(text: string): Category | undefined {
  return categoryTerms.find(({ term }) => wordAt(text, term, true) >= 0)?.category;
}

/** Finds the features a prompt asks for, in its order. */
function findFeatures(category: Category, text: string): Feature[] {
  const places = category.features.map((feature) => {
    const found = feature.asks.map((word) => wordAt(text, word)).filter((place) => place >= 0);
    return { feature, place: Math.min(...found) };
  });
  return places
    .filter(({ place }) => Number.isFinite(place))
    .sort((a, b) => a.place - b.place)
    .map(({ feature }) => feature);
}
