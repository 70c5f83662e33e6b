import { describe, expect, test } from 'vitest';
import { askSandbox } from '../support/sandbox.ts';

interface Seen {
  amount: number;
  rating: number;
  reviews: number;
}

const prompt = 'What are the best trail shoes?';
const amountOf = (text = '') => Number(text.replace(/[^\d]/g, ''));

/** What each engine says about each product, by its name. */
async function seenIn(country: string): Promise<Map<string, Seen[]>> {
  const seen = new Map<string, Seen[]>();
  const note = (name: string, amount = 0, rating = 0, reviews = 0) =>
    seen.set(name, [...(seen.get(name) ?? []), { amount, rating, reviews }]);
  const chat = (await askSandbox('chat', prompt, { country, include: { shopping: true } })).result;
  for (const { products } of chat.shoppingCards ?? []) {
    for (const each of products) note(each.title, amountOf(each.price), each.rating, each.num_reviews);
  }
  for (const { product } of chat.inlineProducts ?? []) {
    note(product.title, amountOf(product.price), product.rating, product.num_reviews);
  }
  const answer = (await askSandbox('answer', prompt, { country })).result;
  for (const { products } of answer.shopping_cards ?? []) {
    for (const each of products) note(each.title, amountOf(each.price), each.rating, each.numReviews);
  }
  const office = (await askSandbox('office', prompt, { country })).result;
  for (const { products } of office.shoppingCards ?? []) {
    for (const { name, price, rating } of products) note(name, price?.amount, rating?.value, rating?.count);
  }
  const searchai = (await askSandbox('searchai', prompt, { country })).result;
  for (const card of searchai.shopping_cards ?? []) {
    const known = seen.get(card.title)?.[0];
    note(card.title, card.price?.value, card.rating, known?.reviews);
  }
  return seen;
}

describe('products', () => {
  test.each(['US', 'GB', 'DE', 'JP', 'BR'])('are the same with every engine: %s', async (country) => {
    const seen = await seenIn(country);
    expect(seen.size).toBeGreaterThan(4);
    expect([...seen.values()].filter((figures) => figures.length > 3).length).toBeGreaterThan(2);
    for (const figures of seen.values()) {
      const [first] = figures;
      expect(first?.amount).toBeGreaterThan(0);
      for (const other of figures) {
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
  ])('cost money of the country: %s', async (country, currency, symbol) => {
    const office = (await askSandbox('office', prompt, { country })).result;
    const card = office.shoppingCards?.[0]?.products[0];
    expect(card?.price).toMatchObject({ currency, currencySymbol: symbol });
    const answer = (await askSandbox('answer', prompt, { country })).result;
    for (const { price } of answer.shopping_cards?.[0]?.products ?? [])
      expect(price?.startsWith(symbol)).toBe(true);
  });

  test('have the price that the text states', async () => {
    const { result } = await askSandbox('chat', 'How much does Tarnhoof cost?', {
      country: 'GB',
      include: { shopping: true },
    });
    const price = result.shoppingCards?.[0]?.products.find(({ title }) =>
      title.startsWith('Tarnhoof'),
    )?.price;
    expect(price).toMatch(/^£\d+$/);
    expect(result.text).toContain(price);
  });

  test('never cost more than their list price or less in another shop', async () => {
    const { result } = await askSandbox('answer', prompt);
    for (const { price, original_price: list, offers } of result.shopping_cards?.[0]?.products ?? []) {
      expect(amountOf(list)).toBeGreaterThanOrEqual(amountOf(price));
      expect(Math.min(...offers.map((offer) => amountOf(offer.price)))).toBe(amountOf(price));
      expect(offers.length).toBeGreaterThan(1);
    }
  });

  test('appear in the order in which the text mentions them', async () => {
    const { result } = await askSandbox('chat', prompt, { include: { shopping: true } });
    const [first] = result.shoppingCards?.[0]?.products ?? [];
    const brands = result.entities?.map(({ name }) => name) ?? [];
    const earliest = [...brands].sort((a, b) => result.text.indexOf(a) - result.text.indexOf(b))[0];
    expect(first?.title.startsWith(earliest ?? '?')).toBe(true);
  });
});
