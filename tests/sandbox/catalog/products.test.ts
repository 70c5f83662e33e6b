import { describe, expect, test } from 'vitest';
import { querySandbox } from '#tests/support/sandbox';

interface ShownProduct {
  amount: number;
  rating: number;
  reviews: number;
}

const prompt = 'What are the best trail shoes?';
const parseAmount = (text = '') => Number(text.replace(/[^\d]/g, ''));

/** Lists what each engine shows about each product, by product name. */
async function listShownProducts(country: string): Promise<Map<string, ShownProduct[]>> {
  const shown = new Map<string, ShownProduct[]>();
  const add = (name: string, amount = 0, rating = 0, reviews = 0) =>
    shown.set(name, [...(shown.get(name) ?? []), { amount, rating, reviews }]);
  const chat = (await querySandbox('chat', prompt, { country, include: { shopping: true } })).result;
  for (const { products } of chat.shoppingCards ?? []) {
    for (const product of products)
      add(product.title, parseAmount(product.price), product.rating, product.num_reviews);
  }
  for (const { product } of chat.inlineProducts ?? []) {
    add(product.title, parseAmount(product.price), product.rating, product.num_reviews);
  }
  const answer = (await querySandbox('answer', prompt, { country })).result;
  for (const { products } of answer.shopping_cards ?? []) {
    for (const product of products)
      add(product.title, parseAmount(product.price), product.rating, product.numReviews);
  }
  const office = (await querySandbox('office', prompt, { country })).result;
  for (const { products } of office.shoppingCards ?? []) {
    for (const { name, price, rating } of products) add(name, price?.amount, rating?.value, rating?.count);
  }
  const searchai = (await querySandbox('searchai', prompt, { country })).result;
  for (const card of searchai.shopping_cards ?? []) {
    const known = shown.get(card.title)?.[0];
    add(card.title, card.price?.value, card.rating, known?.reviews);
  }
  return shown;
}

describe('products', () => {
  test.each(['US', 'GB', 'DE', 'JP', 'BR'])('are the same with every engine: %s', async (country) => {
    const shown = await listShownProducts(country);
    expect(shown.size).toBeGreaterThan(4);
    expect([...shown.values()].filter((products) => products.length > 3).length).toBeGreaterThan(2);
    for (const products of shown.values()) {
      const [first] = products;
      expect(first?.amount).toBeGreaterThan(0);
      for (const other of products) {
        expect({ ...other, reviews: other.reviews || first?.reviews }).toEqual(first);
      }
    }
  });

  test.each([
    ['US', 'USD', '$'],
    ['GB', 'GBP', '£'],
    ['FR', 'EUR', '€'],
    ['JP', 'JPY', '¥'],
    ['CH', 'CHF', 'CHF'],
    ['CA', 'CAD', 'CA$'],
    ['BR', 'BRL', 'R$'],
  ])('are priced in the currency of the country: %s', async (country, currency, symbol) => {
    const office = (await querySandbox('office', prompt, { country })).result;
    const card = office.shoppingCards?.[0]?.products[0];
    expect(card?.price).toMatchObject({ currency, currencySymbol: symbol });
    const answer = (await querySandbox('answer', prompt, { country })).result;
    for (const { price } of answer.shopping_cards?.[0]?.products ?? [])
      expect(price?.startsWith(symbol)).toBe(true);
  });

  test('have the price that the text states', async () => {
    const { result } = await querySandbox('chat', 'How much does Tarnhoof cost?', {
      country: 'GB',
      include: { shopping: true },
    });
    const price = result.shoppingCards?.[0]?.products.find(({ title }) =>
      title.startsWith('Tarnhoof'),
    )?.price;
    expect(price).toMatch(/^£\d+$/);
    expect(result.text).toContain(price);
  });

  test('never cost more than their list price, and are not cheaper in another shop', async () => {
    const { result } = await querySandbox('answer', prompt);
    for (const { price, original_price: list, offers } of result.shopping_cards?.[0]?.products ?? []) {
      expect(parseAmount(list)).toBeGreaterThanOrEqual(parseAmount(price));
      expect(Math.min(...(offers ?? []).map((offer) => parseAmount(offer.price)))).toBe(parseAmount(price));
      expect(offers?.length).toBeGreaterThan(1);
    }
  });

  test('begin with one of the brand that the text mentions first', async () => {
    const { result } = await querySandbox('chat', prompt, { include: { shopping: true } });
    const [first] = result.shoppingCards?.[0]?.products ?? [];
    const brands = result.entities?.map(({ name }) => name) ?? [];
    const earliest = [...brands].sort((a, b) => result.text.indexOf(a) - result.text.indexOf(b))[0];
    expect(first?.title.startsWith(earliest ?? '?')).toBe(true);
  });
});
