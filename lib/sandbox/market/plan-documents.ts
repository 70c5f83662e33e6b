import {
  type Brand,
  type Category,
  categories,
  type Publisher,
  type PublisherType,
  publishers,
} from '#lib/sandbox/data/market-data';
import { type DocumentKind, eventKinds } from '#lib/sandbox/data/page-texts';
import type { Assignment } from '#lib/sandbox/market/write-document';
import { fraction, pick, shuffle } from '#lib/sandbox/text/words';

/** Kinds of pages each type of publisher writes in a category, in order. */
const kindsByPublisher: Record<PublisherType, DocumentKind[]> = {
  news: ['best', 'price', 'comparison'],
  reviews: ['best', 'review', 'comparison', 'alternatives', 'problem', 'review', 'price', 'review'],
  forum: ['problem', 'alternatives', 'comparison', 'best', 'price'],
  social: ['best', 'review', 'problem'],
  video: ['review', 'comparison', 'best'],
  encyclopedia: ['overview', 'overview', 'comparison', 'how-to'],
  shop: ['price', 'best', 'price'],
  government: ['problem', 'how-to'],
  education: ['how-to', 'comparison'],
  own: ['overview', 'best', 'how-to', 'price', 'review', 'alternatives'],
};

/** Number of brands a page of each kind mentions. */
const breadth: Record<DocumentKind, number> = {
  review: 1,
  comparison: 2,
  best: 5,
  alternatives: 4,
  price: 3,
  problem: 2,
  'how-to': 1,
  news: 1,
  overview: 3,
};

/** Plans every page of the market's publishers from a seed. */
export function planDocuments(seed: string): Assignment[] {
  const regular = publishers.flatMap((publisher) =>
    categories
      .filter((category) => publisher.categories.length === 0 || publisher.categories.includes(category.key))
      .flatMap((category) => regularPages(publisher, category, seed)),
  );
  return [...regular, ...categories.flatMap((category) => newsPages(category, seed))];
}

function regularPages(publisher: Publisher, category: Category, seed: string): Assignment[] {
  const kinds = kindsByPublisher[publisher.type];
  const special = publisher.type !== 'own' && publisher.categories.length > 0;
  const size = publisher.type === 'own' ? kinds.length : Math.min(kinds.length, special ? 8 : 3);
  const start =
    special || publisher.type === 'own'
      ? 0
      : Math.floor(fraction(`${seed}:${publisher.domain}:${category.key}`) * kinds.length);
  return Array.from({ length: size }, (_, index) => {
    const kind = kinds[(start + index) % kinds.length] ?? 'best';
    const key = `${seed}:${publisher.domain}:${category.key}:${index}`;
    const brands =
      publisher.type === 'own'
        ? ownBrands(publisher, category, kind, key)
        : selectBrands(publisher, category, kind, key);
    return {
      key,
      publisher,
      category,
      kind,
      mentions: brands.map((brand) => ({ brand, leaning: leaning(publisher, brand, kind, key) })),
    };
  });
}

function newsPages(category: Category, seed: string): Assignment[] {
  return category.brands.flatMap((brand) =>
    eventKinds.map((event): Assignment => {
      const key = `${seed}:${brand.name}:${event}`;
      const papers = publishers.filter(
        (publisher) =>
          publisher.type === 'news' &&
          publisher.categories.length === 0 &&
          (publisher.region === 'XX' || fraction(`${key}:${publisher.domain}`) < 0.4),
      );
      const bad = event === 'recall' || event === 'shortage';
      return {
        key,
        publisher: pick(papers, key),
        category,
        kind: 'news',
        event,
        mentions: [{ brand, leaning: bad ? -1 : 1 }],
      };
    }),
  );
}

/** Returns how likely a publisher is to write about a brand. */
function interest(publisher: Publisher, brand: Brand, category: Category): number {
  const mean = category.brands.reduce((sum, member) => sum + member.price, 0) / category.brands.length;
  let weight = 0.35 + brand.base;
  if (brand.home === publisher.region) weight *= publisher.leaning === 'domestic' ? 2.4 : 1.5;
  if (publisher.leaning === 'budget') weight *= brand.price < mean ? 1.7 : 0.6;
  if (publisher.leaning === 'premium') weight *= brand.price > mean ? 1.6 : 0.7;
  if (brand.absent?.includes(publisher.region)) weight *= 0.1;
  return weight;
}

/** Weighted sampling without replacement: the smaller the waiting time, the earlier a brand is picked. */
function selectBrands(publisher: Publisher, category: Category, kind: DocumentKind, key: string): Brand[] {
  return category.brands
    .map((brand) => ({
      brand,
      wait: -Math.log(1 - fraction(`${key}:${brand.name}`)) / interest(publisher, brand, category),
    }))
    .sort((a, b) => a.wait - b.wait)
    .slice(0, breadth[kind])
    .map(({ brand }) => brand);
}

function ownBrands(publisher: Publisher, category: Category, kind: DocumentKind, key: string): Brand[] {
  const brand = category.brands.find((member) => member.name === publisher.name);
  if (brand === undefined) return [];
  if (kind !== 'alternatives') return [brand];
  const rivals = shuffle(
    category.brands.filter((member) => member !== brand),
    key,
  );
  return [...rivals.slice(0, 1), brand];
}

function leaning(publisher: Publisher, brand: Brand, kind: DocumentKind, key: string): -1 | 0 | 1 {
  if (publisher.name === brand.name) return 1;
  if (kind === 'problem') return -1;
  let mood = brand.base - 0.45 + 0.9 * (fraction(`${key}:${brand.name}:mood`) - 0.5);
  if (publisher.leaning === 'sceptical') mood -= 0.25;
  if (publisher.leaning === 'domestic' && brand.home === publisher.region) mood += 0.3;
  if (mood > 0.12) return 1;
  return mood < -0.2 ? -1 : 0;
}
