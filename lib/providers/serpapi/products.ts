import { z } from 'zod';
import { someList, someNumber, someObject, someText } from '#lib/providers/lenient';
import { someFigure } from '#lib/providers/serpapi/figures';
import { type Money, moneyOf } from '#lib/providers/serpapi/money';

/** A product as the vendor lists it under `shopping_results` and its like. */
const product = someObject({
  index: someNumber,
  title: someText,
  name: someText,
  product_id: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(undefined),
  price: z
    .union([z.string(), someObject({ value: someText, extracted_value: someNumber })])
    .nullish()
    .catch(undefined),
  extracted_price: someNumber,
  old_price: someText,
  extracted_old_price: someNumber,
  source: z
    .union([z.string(), someObject({ name: someText }).transform(({ name }) => name ?? '')])
    .nullish()
    .catch(undefined),
  store: someText,
  seller: someText,
  source_icon: someText,
  brand: someText,
  rating: someFigure,
  reviews: someFigure,
  thumbnail: someText,
  link: someText,
  product_link: someText,
  snippet: someText,
  description: someText,
  snippet_links: someList(someObject({ text: someText, link: someText })),
  extensions: someList(someText),
});
export type VendorProduct = z.infer<typeof product>;

const holder = someObject({
  shopping_results: z.unknown().optional(),
  inline_products: z.unknown().optional(),
  inline_shopping_results: z.unknown().optional(),
  products: z.unknown().optional(),
  snippet_links: someList(someObject({ shopping_results_reference_index: someNumber })),
  text_blocks: someList(z.unknown()),
  list: someList(z.unknown()),
});

/** The products shown beside an answer, as cards. */
export function cardProducts(answer: unknown): VendorProduct[] {
  return listed(holder.parse(answer).shopping_results);
}

/** The products that stand inside the text of an answer, or that its words link to, each once. */
export function inlineProducts(answer: unknown): VendorProduct[] {
  const { shopping_results, inline_products, inline_shopping_results, text_blocks } = holder.parse(answer);
  const cards = listed(shopping_results);
  const found = [
    ...(text_blocks ?? []).flatMap((block) => heldIn(block, cards, 0)),
    ...listed(inline_products),
    ...listed(inline_shopping_results),
  ];
  return [...new Set(found)];
}

const deepest = 12;

function heldIn(block: unknown, cards: VendorProduct[], depth: number): VendorProduct[] {
  if (depth > deepest) return [];
  const { shopping_results, inline_products, products, snippet_links, text_blocks, list } =
    holder.parse(block);
  return [
    ...(snippet_links ?? []).flatMap((link) => linkedCard(cards, link.shopping_results_reference_index)),
    ...[shopping_results, inline_products, products].flatMap(listed),
    ...[...(text_blocks ?? []), ...(list ?? [])].flatMap((inner) => heldIn(inner, cards, depth + 1)),
  ];
}

/** The vendor numbers its cards from 0. */
function linkedCard(cards: VendorProduct[], index: number | null | undefined): VendorProduct[] {
  const card = index == null ? undefined : (cards.find((one) => one.index === index) ?? cards[index]);
  return card ? [card] : [];
}

function listed(value: unknown): VendorProduct[] {
  const products = Array.isArray(value) ? value.map((item) => product.parse(item)) : [];
  return products.filter((one) => nameOf(one) !== '');
}

export function nameOf({ title, name }: VendorProduct): string {
  return title?.trim() || name?.trim() || '';
}

/** Undefined where none is told. @param country of the request, which tells what a bare `$` is */
export function priceOf({ price, extracted_price }: VendorProduct, country: string): Money | undefined {
  const [words, amount] =
    typeof price === 'object' && price ? [price.value, price.extracted_value] : [price, undefined];
  return moneyOf(extracted_price ?? amount, words, country);
}

/** The price before a reduction, where there is one. */
export function oldPriceOf(
  { old_price, extracted_old_price }: VendorProduct,
  country: string,
): Money | undefined {
  return moneyOf(extracted_old_price, old_price, country);
}

export function storeOf({ store, source, seller }: VendorProduct): string | undefined {
  return store || source || seller || undefined;
}

export function linkOf({ product_link, link }: VendorProduct): string | undefined {
  return product_link || link || undefined;
}
