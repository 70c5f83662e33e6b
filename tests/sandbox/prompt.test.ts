import { describe, expect, test } from 'vitest';
import { parsePrompt } from '#lib/sandbox/request/prompt';

describe('parsePrompt', () => {
  test.each([
    ['What are the best trail shoes right now?', 'trail-shoes', 'best', []],
    ['Tarnhoof vs Grumblefell: which should I buy?', 'trail-shoes', 'versus', ['Tarnhoof', 'Grumblefell']],
    ['Grumblefell or tarn hoof?', 'trail-shoes', 'versus', ['Grumblefell', 'Tarnhoof']],
    ['Alternatives to Steamgoblin', 'espresso-machines', 'alternatives', ['Steamgoblin']],
    ['How much does a good mattress cost?', 'mattresses', 'price', []],
    ['Common problems with e-bikes', 'e-bikes', 'problem', []],
    ['How do I look after my suitcase?', 'luggage', 'how-to', []],
    ['Latest news on note-taking apps', 'note-apps', 'news', []],
    ['Is Vélocornu any good?', 'e-bikes', 'profile', ['Vélocornu']],
    ['is velocornu any good', 'e-bikes', 'profile', ['Vélocornu']],
    ['雲の足はどうですか', 'trail-shoes', 'profile', ['Kumonoashi']],
    ['おすすめのトレイルシューズは？', 'trail-shoes', 'best', []],
    ['Welche Trailschuhe sind die besten?', 'trail-shoes', 'best', []],
    ['Quel est le meilleur matelas ?', 'mattresses', 'best', []],
  ])('%s', (prompt, category, intent, brands) => {
    const parsed = parsePrompt(prompt);
    expect(parsed?.category.key).toBe(category);
    expect(parsed?.intent).toBe(intent);
    expect(parsed?.brands.map(({ name }) => name)).toEqual(brands);
  });

  test.each(['What is the capital of France?', 'Ruby vs Python for a small team', 'Who won the cup?', '🤔'])(
    'finds nothing of the market in "%s"',
    (prompt) => {
      expect(parsePrompt(prompt)).toBeUndefined();
    },
  );
});
