import {
  type Brand,
  type Category,
  categories,
  type Publisher,
  publishers,
} from '#lib/sandbox/data/market-data';
import {
  type DocumentKind,
  documentKinds,
  type EventKind,
  eventKinds,
  kindsByPublisherType,
} from '#lib/sandbox/data/templates';
import { getFraction, pick, shuffle } from '#lib/sandbox/text/random';

/** A brand a page mentions, with the page's opinion of it. */
export interface BrandMention {
  brand: Brand;
  sentiment: -1 | 0 | 1;
}

/** The publisher, topic and brands of a page. */
export interface DocumentPlan {
  /** Unique text from which every random choice for the page derives. */
  key: string;
  publisher: Publisher;
  category: Category;
  kind: DocumentKind;
  /** In order of mention. */
  mentions: BrandMention[];
  /** The kind of event that a news report is about. The report is published again at every such event of its brand. */
  event?: EventKind;
}

/** Plans every page of the market's publishers from a seed. */
export function planDocuments(seed: string): DocumentPlan[] {
  const regular = publishers.flatMap((publisher) =>
    categories
      .filter(({ key }) => publisher.categories.length === 0 || publisher.categories.includes(key))
      .flatMap((category) => planRegularPages(publisher, category, seed)),
  );
  return [...regular, ...categories.flatMap((category) => planNews(category, seed))];
}

function planRegularPages(publisher: Publisher, category: Category, seed: string): DocumentPlan[] {
  const kinds = kindsByPublisherType[publisher.type];
  const isOwn = publisher.type === 'own';
  const isSpecialist = !isOwn && publisher.categories.length > 0;
  const key = `${seed}:${publisher.domain}:${category.key}`;
  const size = isOwn ? kinds.length : Math.min(kinds.length, isSpecialist ? 8 : 3);
  const start = isSpecialist || isOwn ? 0 : Math.floor(getFraction(key) * kinds.length);
  return Array.from({ length: size }, (_, index) => {
    const kind = kinds[(start + index) % kinds.length] ?? 'best';
    const pageKey = `${key}:${index}`;
    const select = isOwn ? selectOwnBrands : selectBrands;
    const mentions = select(publisher, category, kind, pageKey).map((brand) => ({
      brand,
      sentiment: getSentiment(publisher, brand, kind, pageKey),
    }));
    return { key: pageKey, publisher, category, kind, mentions };
  });
}

function planNews(category: Category, seed: string): DocumentPlan[] {
  return category.brands.flatMap((brand) =>
    eventKinds.map((event): DocumentPlan => {
      const key = `${seed}:${brand.name}:${event}`;
      // News is published by a general newspaper that is read everywhere (`XX`), or by one of a random 40% of the regional
      // ones.
      const newspapers = publishers.filter(
        ({ type, categories: covered, region, domain }) =>
          type === 'news' &&
          covered.length === 0 &&
          (region === 'XX' || getFraction(`${key}:${domain}`) < 0.4),
      );
      const sentiment = event === 'recall' || event === 'shortage' ? -1 : 1;
      const publisher = pick(newspapers, key);
      return { key, publisher, category, kind: 'news', event, mentions: [{ brand, sentiment }] };
    }),
  );
}

/** Returns the weight of a brand when a publisher selects brands to write about. */
function getInterest(publisher: Publisher, brand: Brand, category: Category): number {
  const mean = category.brands.reduce((sum, other) => sum + other.price, 0) / category.brands.length;
  let weight = 0.35 + brand.popularity;
  if (brand.home === publisher.region) weight *= publisher.leaning === 'domestic' ? 2.4 : 1.5;
  if (publisher.leaning === 'budget') weight *= brand.price < mean ? 1.7 : 0.6;
  if (publisher.leaning === 'premium') weight *= brand.price > mean ? 1.6 : 0.7;
  if (brand.absent?.includes(publisher.region)) weight *= 0.1;
  return weight;
}

/** Samples brands without replacement, weighted by the publisher's interest. */
function selectBrands(publisher: Publisher, category: Category, kind: DocumentKind, key: string): Brand[] {
  const getSortKey = (brand: Brand) =>
    -Math.log(1 - getFraction(`${key}:${brand.name}`)) / getInterest(publisher, brand, category);
  return category.brands
    .map((brand) => ({ brand, sortKey: getSortKey(brand) }))
    .sort((a, b) => a.sortKey - b.sortKey)
    .slice(0, documentKinds[kind].brands)
    .map(({ brand }) => brand);
}

function selectOwnBrands(
  publisher: Publisher,
  { brands }: Category,
  kind: DocumentKind,
  key: string,
): Brand[] {
  const own = brands.filter(({ name }) => name === publisher.name);
  if (kind !== 'alternatives') return own;
  const competitors = brands.filter((brand) => !own.includes(brand));
  return [...shuffle(competitors, key).slice(0, 1), ...own];
}

function getSentiment(publisher: Publisher, brand: Brand, kind: DocumentKind, key: string): -1 | 0 | 1 {
  if (publisher.name === brand.name) return 1;
  if (kind === 'problem') return -1;
  let opinion = brand.popularity - 0.45 + 0.9 * (getFraction(`${key}:${brand.name}:mood`) - 0.5);
  if (publisher.leaning === 'skeptical') opinion -= 0.25;
  if (publisher.leaning === 'domestic' && brand.home === publisher.region) opinion += 0.3;
  return opinion > 0.12 ? 1 : opinion < -0.2 ? -1 : 0;
}
