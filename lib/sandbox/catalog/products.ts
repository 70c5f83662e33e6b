import type { OverviewResult } from '#lib/contract/results/search';
import { listShops } from '#lib/sandbox/catalog/places';
import {
  type Brand,
  type Category,
  categories,
  categoryByBrand,
  getRegion,
} from '#lib/sandbox/data/market-data';
import { convertPrice, formatPrice, type Price } from '#lib/sandbox/market/prices';
import type { RequestContext } from '#lib/sandbox/request/prompt';
import { getFraction, hash } from '#lib/sandbox/text/random';
import { listByAppearance, slugify } from '#lib/sandbox/text/words';

/** One shop's offer of a product. */
export interface Offer {
  merchant: string;
  domain: string;
  url: string;
  price: Price;
  isAvailable: boolean;
}

/** A product as sold in one country. */
export interface Product {
  id: string;
  name: string;
  brand: Brand;
  category: Category;
  /** Qualities that the product is known for, in a few words each. */
  tags: string[];
  image: string;
  /** The first offer's price, used in texts and cards. */
  price: Price;
  /** The maker's list price, never below the price. */
  listPrice: Price;
  rating: number;
  reviews: number;
  /** Cheapest first. */
  offers: [Offer, ...Offer[]];
}

/**
 * Selects the products to show with an answer; none if the prompt does not ask for products. Products of the brands that the
 * text mentions come first, then those of the strongest brands of the category. For a prompt outside the market, it selects a
 * product of the strongest brand of each category.
 * @param text the text of the answer; empty if there is none
 * @param limit maximum number of products on desktop; half of it, rounded up, on mobile
 */
export function selectProducts(
  { verticals, snapshot, parsed, request }: RequestContext,
  text: string,
  limit: number,
): Product[] {
  if (!verticals.shopping) return [];
  const sortByStrength = (brands: readonly Brand[]) =>
    brands.toSorted(
      (a, b) => snapshot.getStrength(b) - snapshot.getStrength(a) || (a.name < b.name ? -1 : 1),
    );
  const brands = parsed
    ? [
        ...listByAppearance(parsed.category.brands, ({ name }) => [text.indexOf(name)]),
        ...sortByStrength(parsed.category.brands),
      ]
    : categories.flatMap((category) => sortByStrength(category.brands).slice(0, 1));
  return [...new Set(brands)]
    .filter((brand) => brand.absent?.includes(snapshot.region) !== true)
    .slice(0, request.device === 'mobile' ? Math.ceil(limit / 2) : limit)
    .map((brand) => buildProduct(brand, request.country));
}

/** Lists the first tag of each product, at most four different ones. */
export function listCommonTags(products: readonly Product[]): string[] {
  return [...new Set(products.flatMap(({ tags }) => tags.slice(0, 1)))].slice(0, 4);
}

/** How much more than the typical price a shop asks, by the index of its offer; 0.1 for further offers. */
const surcharges = [0, 0.03, 0.06];

/** Builds a brand's first product with the offers of a country's shops and the brand's own. */
function buildProduct(brand: Brand, country: string): Product {
  const category = categoryByBrand.get(brand);
  if (category === undefined) throw new Error(`The market has no category for ${brand.name}.`);
  const [name] = brand.products;
  const slug = slugify(name);
  const price = convertPrice(country, brand.price);
  const own = { name: brand.name, domain: `${brand.domain}.example` };
  const shops = listShops(getRegion(country), category.key);
  const start = hash(name) % Math.max(1, shops.length);
  const [first = own, ...others] = [...shops.slice(start), ...shops.slice(0, start)].slice(0, 3);
  const buildOffer = ({ name: merchant, domain }: typeof own, index: number): Offer => ({
    merchant,
    domain,
    url: `https://${domain}/p/${slug}`,
    price: formatPrice(Math.ceil(price.amount * (1 + (surcharges[index] ?? 0.1))), price.currency),
    isAvailable: index === 0 || getFraction(`${name}:${domain}:stock`) > 0.15,
  });
  const otherOffers = [...others, ...(first === own ? [] : [own])];
  const rating = 3.7 + brand.popularity + 0.4 * (getFraction(`${name}:rating`) - 0.5);
  return {
    id: `sandbox-${slug}`,
    name,
    brand,
    category,
    tags: category.features.filter(({ key }) => brand.strengths.includes(key)).map(({ label }) => label),
    image: `https://${own.domain}/images/${slug}.jpg`,
    price,
    listPrice: convertPrice(country, brand.price * (getFraction(`${name}:list`) < 0.4 ? 1.2 : 1)),
    rating: Math.min(4.9, Math.round(10 * rating) / 10),
    reviews: 40 + (hash(`${name}:reviews`) % 2_600),
    offers: [buildOffer(first, 0), ...otherOffers.map((shop, index) => buildOffer(shop, index + 1))],
  };
}

const maxAds = 3;

/** Selects up to three products to advertise; none if the prompt does not ask for products. */
export function selectAds(context: RequestContext, text: string): Product[] {
  const products = selectProducts(context, text, 6);
  const start = hash(`${context.request.prompt}:ads`) % Math.max(1, products.length);
  return [...products.slice(start), ...products.slice(0, start)].slice(0, maxAds);
}

/** Builds the `ads` of the results of `search` and `overview`. */
export function buildSearchAds(context: RequestContext, text: string): OverviewResult['ads'] {
  return selectAds(context, text).map(({ name, brand, offers: [offer], price }, index) => ({
    position: index + 1,
    title: `${name} – ${price.text} at ${offer.merchant}`,
    link: offer.url,
    snippet: brand.description,
  }));
}
