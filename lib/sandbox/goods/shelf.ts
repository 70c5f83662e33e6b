import { type Product, productOf } from '#lib/sandbox/goods/product';
import { categories } from '#lib/sandbox/market/categories';
import type { Brand } from '#lib/sandbox/market/category';
import type { Scene } from '#lib/sandbox/scene';

/**
 * The products to show with an answer, nothing where the prompt is not after goods: first those of the brands the
 * text names, in its order, then the strongest of the category; outside the market, the strongest of each category.
 */
export function shelfOf(
  { intents, moment, question, request }: Scene,
  text: string,
  most: number,
): Product[] {
  if (!intents.shopping) return [];
  const size = request.device === 'mobile' ? Math.ceil(most / 2) : most;
  const strongest = (brands: readonly Brand[]) =>
    [...brands].sort((a, b) => moment.strength(b) - moment.strength(a) || (a.name < b.name ? -1 : 1));
  const brands =
    question === undefined
      ? categories.flatMap((category) => strongest(category.brands).slice(0, 1))
      : [...namedIn(text, question.category.brands), ...strongest(question.category.brands)];
  const sold = [...new Set(brands)].filter((brand) => brand.absent?.includes(moment.region) !== true);
  return sold.slice(0, size).map((brand) => productOf(brand, brand.products[0], request.country));
}

/** The brands a text names, in its order. */
function namedIn(text: string, brands: readonly Brand[]): Brand[] {
  return brands
    .map((brand) => ({ brand, place: text.indexOf(brand.name) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place)
    .map(({ brand }) => brand);
}

/** What a product is known for, in a few words. */
export function tagsOf({ brand, category }: Product): string[] {
  return category.features.filter(({ key }) => brand.strengths.includes(key)).map(({ label }) => label);
}

/** What products are known for together: of each the first thing, no more than four. */
export function tagsOfAll(products: readonly Product[]): string[] {
  return [...new Set(products.flatMap((product) => tagsOf(product).slice(0, 1)))].slice(0, 4);
}
