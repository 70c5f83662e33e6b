import type { OverviewResult } from '#lib/contract/results/search';
import { listShops } from '#lib/sandbox/catalog/places';
import { type Brand, type Category, categories, categoryByBrand } from '#lib/sandbox/data/market-data';
import { convertPrice, formatPrice, getRegion, type Price } from '#lib/sandbox/market/prices';
import type { RequestContext } from '#lib/sandbox/request/prompt';
import { fraction, hash, slug } from '#lib/sandbox/text/words';

/**
 * Selects the products to show with an answer, none if the prompt does not ask for goods: first those of mentioned
 * brands, then the strongest of the category; outside the market, the strongest of each category.
 */
export function selectProducts(
  { intents, time, parsed, request }: RequestContext,
  text: string,
  limit: number,
): Product[] {
  if (!intents.shopping) return [];
  const size = request.device === 'mobile' ? Math.ceil(limit / 2) : limit;
  const strongest = (brands: readonly Brand[]) =>
    [...brands].sort((a, b) => time.strength(b) - time.strength(a) || (a.name < b.name ? -1 : 1));
  const brands =
    parsed === undefined
      ? categories.flatMap((category) => strongest(category.brands).slice(0, 1))
      : [...listMentioned(text, parsed.category.brands), ...strongest(parsed.category.brands)];
  const sold = [...new Set(brands)].filter((brand) => brand.absent?.includes(time.region) !== true);
  return sold.slice(0, size).map((brand) => buildProduct(brand, brand.products[0], request.country));
}

/** Lists the brands a text mentions, in order of appearance. */
function listMentioned(text: string, brands: readonly Brand[]): Brand[] {
  return brands
    .map((brand) => ({ brand, place: text.indexOf(brand.name) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place)
    .map(({ brand }) => brand);
}

/** Lists what a product is known for, in a few words. */
export function listTags({ brand, category }: Product): string[] {
  return category.features.filter(({ key }) => brand.strengths.includes(key)).map(({ label }) => label);
}

/** Lists what several products are known for, at most four tags. */
export function listCommonTags(products: readonly Product[]): string[] {
  return [...new Set(products.flatMap((product) => listTags(product).slice(0, 1)))].slice(0, 4);
}

/** One shop's offer of a product. */
export interface Offer {
  merchant: string;
  domain: string;
  url: string;
  price: Price;
  available: boolean;
}

/** A product as one country sees it. */
export interface Product {
  id: string;
  name: string;
  brand: Brand;
  category: Category;
  description: string;
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

const surcharges = [0.03, 0.06, 0.1];

/** Builds one of a brand's products with the offers of a country's shops. */
function buildProduct(brand: Brand, name: string, country: string): Product {
  const category = categoryByBrand.get(brand);
  if (category === undefined) throw new Error(`The market has no category for ${brand.name}.`);
  const key = slug(name);
  const price = convertPrice(country, brand.price);
  const listPrice = convertPrice(country, brand.price * (fraction(`${name}:list`) < 0.4 ? 1.2 : 1));
  const shops = listShops(getRegion(country), category.key);
  const turn = hash(name) % Math.max(1, shops.length);
  const offer = (merchant: string, domain: string, at: Price, index: number): Offer => ({
    merchant,
    domain,
    url: `https://${domain}/p/${key}`,
    price: at,
    available: index === 0 || fraction(`${name}:${domain}:stock`) > 0.15,
  });
  const [nearest, ...rest] = [...shops.slice(turn), ...shops.slice(0, turn)];
  const own = `${brand.domain}.example`;
  const first =
    nearest === undefined ? offer(brand.name, own, price, 0) : offer(nearest.name, nearest.domain, price, 0);
  const others = rest
    .slice(0, 2)
    .map(({ name: merchant, domain }) => ({ merchant, domain }))
    .concat(nearest === undefined ? [] : [{ merchant: brand.name, domain: own }]);
  return {
    id: `sandbox-${key}`,
    name,
    brand,
    category,
    description: brand.character,
    image: `https://${own}/images/${key}.jpg`,
    price,
    listPrice,
    rating: Math.min(
      4.9,
      Math.round(10 * (3.7 + brand.base + 0.4 * (fraction(`${name}:rating`) - 0.5))) / 10,
    ),
    reviews: 40 + (hash(`${name}:reviews`) % 2_600),
    offers: [
      first,
      ...others.map(({ merchant, domain }, index) =>
        offer(merchant, domain, addShare(price, surcharges[index] ?? 0.1), index + 1),
      ),
    ],
  };
}

function addShare({ amount, currency }: Price, share: number): Price {
  return formatPrice(Math.ceil(amount * (1 + share)), currency);
}

const maxAds = 3;

/** Selects two or three products to advertise, the same all hour; none without commercial intent. */
export function selectAds(context: RequestContext, text: string): Product[] {
  const shelf = selectProducts(context, text, 6);
  const start = shelf.length === 0 ? 0 : hash(`${context.request.prompt}:ads`) % shelf.length;
  return [...shelf.slice(start), ...shelf.slice(0, start)].slice(0, maxAds);
}

/** Builds advertisements as the search engine's pages list them. */
export function buildSearchAds(context: RequestContext, text: string): OverviewResult['ads'] {
  return selectAds(context, text).map(({ name, description, offers: [offer], price }, index) => ({
    position: index + 1,
    title: `${name} – ${price.text} at ${offer.merchant}`,
    link: offer.url,
    snippet: description,
  }));
}
