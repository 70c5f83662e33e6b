import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractNames } from '#lib/dashboard/brands/suggest-competitors';

const none = () => false;
const list = `Here are the best folding kayaks:

1. **Otterline Fold 3** — light, with great comfort ([paddle.example](https://paddle.example/otterline))
2. **Driftwell Coracle**: the driest hull
3. Kelpcraft Loom, cheapest of all

**Pros:** price, comfort
`;
const table = `| Kayak | Price |
|---|---|
| Otterline Glide | $900 |
| Kelpcraft Loom | $700 |

### Comfort
Driftwell Coracle has the best comfort. See https://www.rivermoth.example/driftwell.
`;

test('finds the names that answers list, rank and emphasize, the most frequent first', () => {
  expect(extractNames([list, table, 'Otterline is fine.'], none)).toEqual([
    { name: 'Otterline', answers: 3 },
    { name: 'Driftwell Coracle', answers: 2 },
    { name: 'Kelpcraft Loom', answers: 2 },
  ]);
});

test('leaves out tracked names, names in only one answer, and words that also occur in lower case', () => {
  const isTracked = (name: string) => name.startsWith('Kelpcraft');
  const names = extractNames([list, table], isTracked).map(({ name }) => name);
  expect(names).toEqual(['Driftwell Coracle', 'Otterline']);
  expect(extractNames(['- **Otterline**', '- **Driftwell**'], none)).toEqual([]);
});

test('counts the products of one maker under the words that they share', () => {
  const texts = ['- New Balance 1080\n- Nike Pegasus', '- New Balance Hierro\n- Nike Vomero'];
  // Names whose first word is generic, such as "New", are not extracted.
  expect(extractNames(texts, none)).toEqual([{ name: 'Nike', answers: 2 }]);
});

test('reads names in other scripts', () => {
  const texts = ['1. **雲の足** が一番\n2. Grumblefell', '- **雲の足**\n- Grumblefell'];
  expect(extractNames(texts, none).map(({ name }) => name)).toEqual(['Grumblefell', '雲の足']);
});

test('reads names with characters that have a meaning in regular expressions', () => {
  const names = ['A&W', 'Ömer & Söhne', 'Plan+'];
  const text = names.map((name) => `- **${name}**`).join('\n');
  expect(extractNames([text, text], none).map(({ name }) => name)).toEqual(names);
});

test('never counts more answers for a name than contain it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 80, unit: 'grapheme' }), { maxLength: 6 }), (texts) => {
      for (const { name, answers } of extractNames(texts, none)) {
        expect(texts.filter((text) => text.includes(name)).length).toBeGreaterThanOrEqual(answers);
      }
    }),
  );
});
