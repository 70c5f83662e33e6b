import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { lexiconAccuracy } from '#lib/core/metric';
import type { Brand } from '#lib/dashboard/projects/brand';
import { compileScorer, scoreAnswer } from '#lib/dashboard/scoring/score-answer';

const createBrand = (name: string, role: Brand['role'], colorIndex: number): Brand => ({
  id: name,
  name,
  role,
  colorIndex,
  aliases: [],
  domains: [],
  matchCase: false,
  requiredContext: [],
  excludedContext: [],
});
const scorer = compileScorer([createBrand('Brave', 'own', 0), createBrand('Otterline', 'competitor', 1)]);
/** Makes the language of a text detectable as English without adding sentiment. */
const englishSuffix = ' They and you have that from the start to this.';

/**
 * Counts a brand's positive, neutral and negative sentences; undefined if the brand is not mentioned or the lexicon does
 * not classify the text.
 */
function scoreSentiment(text: string, name = 'Brave') {
  const score = scoreAnswer(scorer, { text, sources: [] }).find(({ brandId }) => brandId === name);
  return score?.sentiment && Object.values(score.sentiment);
}

test.each<[string, [positive: number, neutral: number, negative: number]]>([
  ['Brave is a great kayak.', [1, 0, 0]],
  ['Brave is a terrible kayak.', [0, 0, 1]],
  ['Brave is a kayak.', [0, 1, 0]],
  // The sentiment of the brand's name does not count.
  ['Brave', [0, 1, 0]],
  ['Great boats are rare. Brave is a kayak. Terrible ones are common.', [0, 1, 0]],
  ['Brave is not good.', [0, 0, 1]],
  ["Brave isn't a great choice.", [0, 0, 1]],
  ['Brave isn’t bad.', [1, 0, 0]],
  ['Brave has no problems.', [1, 0, 0]],
  // A negation inverts only the three words after it.
  ['Without Brave the sea, the wind and the rain are all great.', [1, 0, 0]],
  ['Brave does not work.', [0, 0, 1]],
  ['Brave is well-established.', [1, 0, 0]],
  ['Brave is good and bad, good and bad.', [0, 1, 0]],
  ['Brave is great, truly great: Brave.', [1, 0, 0]],
  ['Brave is naïve.', [0, 0, 1]],
  ['Brave’s range is good', [1, 0, 0]],
  ['“Brave” — a fed-up, well-developed “kayak”…', [1, 0, 0]],
  ['- Brave: excellent\n- Brave: awful\n- Brave: blue', [1, 1, 1]],
])('scores “%s”', (text, expected) => {
  expect(scoreSentiment(`${text}${englishSuffix}`)).toEqual(expected);
});

test.each<[string, [positive: number, neutral: number, negative: number]]>([
  ['1. **Brave**: excellent for beginners\n2. Otterline: stable', [1, 0, 0]],
  ['Top pick: Brave. Great value.', [1, 0, 0]],
  ['Avoid Brave: awful support and slow delivery.', [0, 0, 1]],
  ['- Brave: cheap, but slow', [0, 1, 0]],
])('classifies terse English: “%s”', (text, expected) => {
  expect(scoreSentiment(text)).toEqual(expected);
});

test('counts a sentence for every brand it mentions, and for no other brand', () => {
  const text = `Otterline is excellent. Brave and Otterline are both awful.${englishSuffix}`;
  expect(scoreSentiment(text, 'Otterline')).toEqual([1, 0, 1]);
  expect(scoreSentiment(text, 'Brave')).toEqual([0, 0, 1]);
  expect(scoreSentiment(`Otterline is excellent.${englishSuffix}`, 'Brave')).toBe(undefined);
});

test.each([
  [
    'German',
    'Brave ist ein gutes Boot, das auf dem Meer und in der Stadt am besten ist. Super Kajak, problem los.',
  ],
  [
    'French',
    'Brave est un kayak excellent pour la mer et la ville, avec un bon rapport qualité prix, super fan.',
  ],
  [
    'Spanish',
    'Brave es un kayak excelente para el mar y la ciudad, con un buen precio, super fan, no fatal.',
  ],
  [
    'Dutch',
    'Brave is een super boot voor op zee, en de beste keuze van dit jaar als je een fan van water bent.',
  ],
  ['Danish', 'Brave er en god og stabil kajak til havet, men prisen er for høj. Super god til begyndere.'],
  [
    'Norwegian',
    'Brave er en god og stabil kajakk for havet, men prisen er altfor høy. Super for nybegynnere.',
  ],
  ['Swedish', 'Brave är en bra och stabil kajak för havet, men priset är för högt. Super för nybörjare.'],
  ['Italian', 'Brave è un kayak perfetto per il mare e la città, con un prezzo super, a prova di fan.'],
  ['Japanese', 'Brave は海でも街でも最高のカヤックです。Super です。'],
  ['names only', 'Brave, Otterline'],
])('does not classify text: %s', (_, text) => {
  expect(scoreSentiment(text)).toBe(undefined);
});

test.each<[string, Record<string, [positive: number, neutral: number, negative: number] | undefined>]>([
  ['Otterline is slow and awful, but Brave is great.', { Brave: [1, 0, 0], Otterline: [0, 0, 1] }],
  ['Brave is great; Otterline is awful.', { Brave: [1, 0, 0], Otterline: [0, 0, 1] }],
  ['Brave is better than Otterline.', { Brave: [1, 0, 0], Otterline: [0, 0, 0] }],
  ['Unlike **Otterline**, Brave is great.', { Brave: [1, 0, 0], Otterline: [0, 0, 0] }],
  ['Choose Brave over Otterline, a great kayak.', { Brave: [1, 0, 0], Otterline: [0, 0, 0] }],
  ['Brave is good, while Brave and Otterline are bad and awful.', { Brave: [0, 0, 1], Otterline: [0, 0, 1] }],
])(
  'attributes a sentence about two brands to one of them only if its grammar shows which one: “%s”',
  (text, expected) => {
    for (const [name, counts] of Object.entries(expected)) {
      expect(scoreSentiment(`${text}${englishSuffix}`, name)).toEqual(counts);
    }
  },
);

test('has the accuracy that the UI states', async () => {
  const corpus = await readFile(new URL('../../../fixtures/sentiment/english.tsv', import.meta.url), 'utf8');
  const [, ...lines] = corpus.trim().split('\n');
  const rows = lines.map((line) => line.split('\t'));
  const brands = ['Acme', 'Bolt', 'Crane'].map((name, index) =>
    createBrand(name, index === 0 ? 'own' : 'competitor', index),
  );
  const compiled = compileScorer(brands);
  const correct = rows.filter(([label = '', brand, sentence]) => {
    const scores = scoreAnswer(compiled, { text: `${sentence}${englishSuffix}`, sources: [] });
    const counts = Object.entries(scores.find(({ brandId }) => brandId === brand)?.sentiment ?? {});
    return counts.find(([, count]) => count > 0)?.[0] === label;
  });
  expect({ correct: correct.length, sentences: rows.length }).toEqual(lexiconAccuracy);
});
