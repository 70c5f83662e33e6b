import { type Price, priceIn, priceOf } from '#lib/sandbox/currency';
import { shopsIn } from '#lib/sandbox/local/places';
import { categoryOfBrand } from '#lib/sandbox/market/categories';
import type { Brand, Category } from '#lib/sandbox/market/category';
import { regionOf } from '#lib/sandbox/place';
import { fraction, hash } from '#lib/sandbox/seed';
import { slug } from '#lib/sandbox/words';

/** One shop's offer of a product. */
export interface Offer {
  merchant: string;
  domain: string;
  url: string;
  price: Price;
  available: boolean;
}

/** A product as one country sees it: every result that shows it takes its figures from here. */
export interface Product {
  id: string;
  name: string;
  brand: Brand;
  category: Category;
  description: string;
  image: string;
  /** The first offer's: the price that texts and cards name. */
  price: Price;
  /** The maker's list price, never below the price. */
  listPrice: Price;
  rating: number;
  reviews: number;
  /** At least one; the cheapest first. */
  offers: [Offer, ...Offer[]];
}

const surcharges = [0.03, 0.06, 0.1];

/** One of a brand's products in a country's shops. */
export function productOf(brand: Brand, name: string, country: string): Product {
  const category = categoryOfBrand.get(brand);
  if (category === undefined) throw new Error(`The market has no category for ${brand.name}.`);
  const key = slug(name);
  const price = priceIn(country, brand.price);
  const listPrice = priceIn(country, brand.price * (fraction(`${name}:list`) < 0.4 ? 1.2 : 1));
  const shops = shopsIn(regionOf(country), category.key);
  const turn = hash(name) % Math.max(1, shops.length);
  const offer = (merchant: string, domain: string, at: Price, index: number): Offer => ({
    merchant,
    domain,
    url: `https://${domain}/p/${key}`,
    price: at,
    available: index === 0 || fraction(`${name}:${domain}:stock`) > 0.15,
  });
  const [lead, ...rest] = [...shops.slice(turn), ...shops.slice(0, turn)];
  const own = `${brand.domain}.example`;
  const first =
    lead === undefined ? offer(brand.name, own, price, 0) : offer(lead.name, lead.domain, price, 0);
  const others = rest
    .slice(0, 2)
    .map(({ name: merchant, domain }) => ({ merchant, domain }))
    .concat(lead === undefined ? [] : [{ merchant: brand.name, domain: own }]);
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
        offer(merchant, domain, dearer(price, surcharges[index] ?? 0.1), index + 1),
      ),
    ],
  };
}

function dearer({ amount, currency }: Price, share: number): Price {
  return priceOf(Math.ceil(amount * (1 + share)), currency);
}
