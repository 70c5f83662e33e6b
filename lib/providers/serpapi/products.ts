import { z } from 'zod';
import { optionalNumberOrText, type Price, parsePrice } from '#lib/providers/serpapi/parse-numbers';
import { maxDepth } from '#lib/providers/serpapi/text-blocks';
import {
  lenientArray,
  lenientObject,
  optionalNumber,
  optionalText,
} from '#lib/providers/shared/parse-response';

/** An entry of `shopping_results` or a similar list. */
const product = lenientObject({
  index: optionalNumber,
  title: optionalText,
  name: optionalText,
  product_id: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(undefined),
  price: z
    .union([z.string(), lenientObject({ value: optionalText, extracted_value: optionalNumber })])
    .nullish()
    .catch(undefined),
  extracted_price: optionalNumber,
  old_price: optionalText,
  extracted_old_price: optionalNumber,
  source: z
    .union([z.string(), lenientObject({ name: optionalText }).transform(({ name }) => name ?? '')])
    .nullish()
    .catch(undefined),
  store: optionalText,
  seller: optionalText,
  source_icon: optionalText,
  brand: optionalText,
  rating: optionalNumberOrText,
  reviews: optionalNumberOrText,
  thumbnail: optionalText,
  link: optionalText,
  product_link: optionalText,
  snippet: optionalText,
  description: optionalText,
  snippet_links: lenientArray(lenientObject({ text: optionalText, link: optionalText })),
  extensions: lenientArray(optionalText),
});
export type ListedProduct = z.infer<typeof product>;

const productHolder = lenientObject({
  shopping_results: z.unknown().optional(),
  inline_products: z.unknown().optional(),
  inline_shopping_results: z.unknown().optional(),
  products: z.unknown().optional(),
  snippet_links: lenientArray(lenientObject({ shopping_results_reference_index: optionalNumber })),
  text_blocks: lenientArray(z.unknown()),
  list: lenientArray(z.unknown()),
});

/** Returns the product cards next to an answer. */
export function listCardProducts(answer: unknown): ListedProduct[] {
  return parseProducts(productHolder.parse(answer).shopping_results);
}

/** Returns the products inside an answer's text or linked from it, each once. */
export function listInlineProducts(answer: unknown): ListedProduct[] {
  const { shopping_results, inline_products, inline_shopping_results, text_blocks } =
    productHolder.parse(answer);
  const cards = parseProducts(shopping_results);
  const found = [
    ...(text_blocks ?? []).flatMap((block) => findProducts(block, cards, 0)),
    ...parseProducts(inline_products),
    ...parseProducts(inline_shopping_results),
  ];
  return [...new Set(found)];
}

function findProducts(block: unknown, cards: ListedProduct[], depth: number): ListedProduct[] {
  if (depth > maxDepth) return [];
  const { shopping_results, inline_products, products, snippet_links, text_blocks, list } =
    productHolder.parse(block);
  return [
    ...(snippet_links ?? []).flatMap((link) => findLinkedCard(cards, link.shopping_results_reference_index)),
    ...[shopping_results, inline_products, products].flatMap(parseProducts),
    ...[...(text_blocks ?? []), ...(list ?? [])].flatMap((inner) => findProducts(inner, cards, depth + 1)),
  ];
}

/** Card indexes count from 0. */
function findLinkedCard(cards: ListedProduct[], index: number | null | undefined): ListedProduct[] {
  const card = index == null ? undefined : (cards.find((one) => one.index === index) ?? cards[index]);
  return card ? [card] : [];
}

function parseProducts(value: unknown): ListedProduct[] {
  const products = Array.isArray(value) ? value.map((item) => product.parse(item)) : [];
  return products.filter((one) => getName(one) !== '');
}

export function getName({ title, name }: ListedProduct): string {
  return title?.trim() || name?.trim() || '';
}

/** @param country of the request, which decides the currency of `$` */
export function getPrice({ price, extracted_price }: ListedProduct, country: string): Price | undefined {
  const [text, amount] =
    typeof price === 'object' && price ? [price.value, price.extracted_value] : [price, undefined];
  return parsePrice(extracted_price ?? amount, text, country);
}

/** Returns the price before a reduction. */
export function getOldPrice(
  { old_price, extracted_old_price }: ListedProduct,
  country: string,
): Price | undefined {
  return parsePrice(extracted_old_price, old_price, country);
}

export function getStore({ store, source, seller }: ListedProduct): string | undefined {
  return store || source || seller || undefined;
}

export function getLink({ product_link, link }: ListedProduct): string | undefined {
  return product_link || link || undefined;
}
