import { describe, expect, test } from 'vitest';
import { detectVerticals, parsePrompt } from '#lib/sandbox/request/prompt';

describe('parsePrompt', () => {
  test.each([
    ['What are the best trail shoes right now?', 'trail-shoes', 'best', []],
    ['Tarnhoof vs Grumblefell: which should I buy?', 'trail-shoes', 'versus', ['Tarnhoof', 'Grumblefell']],
    ['Grumblefell or tarn hoof?', 'trail-shoes', 'versus', ['Grumblefell', 'Tarnhoof']],
    ['Alternatives to Steamgoblin', 'espresso-machines', 'alternatives', ['Steamgoblin']],
    ['How much does a good mattress cost?', 'mattresses', 'price', []],
    ['Save money on e-bikes', 'e-bikes', 'price', []],
    ['Common problems with e-bikes', 'e-bikes', 'problem', []],
    ['How do I look after my suitcase?', 'luggage', 'how-to', []],
    ['Latest news on note-taking apps', 'note-apps', 'news', []],
    ['Is Vélocornu any good?', 'e-bikes', 'profile', ['Vélocornu']],
    ['is velocornu any good', 'e-bikes', 'profile', ['Vélocornu']],
    ['雲の足はどうですか', 'trail-shoes', 'profile', ['Kumonoashi']],
    ['おすすめのトレイルシューズは？', 'trail-shoes', 'best', []],
    ['Welche Trailschuhe sind die besten?', 'trail-shoes', 'best', []],
    ['Quel est le meilleur matelas ?', 'mattresses', 'best', []],
  ])('detects category, intent and brands in "%s"', (prompt, category, intent, brands) => {
    const parsed = parsePrompt(prompt);
    expect(parsed?.category.key).toBe(category);
    expect(parsed?.intent).toBe(intent);
    expect(parsed?.brands.map(({ name }) => name)).toEqual(brands);
  });

  test.each(['What is the capital of France?', 'Ruby vs Python for a small team', 'Who won the cup?', '🤔'])(
    'finds no product category in "%s"',
    (prompt) => {
      expect(parsePrompt(prompt)).toBeUndefined();
    },
  );
});

describe('detectVerticals', () => {
  test.each([
    ['What is the capital of France?', []],
    ['How tall is the tallest mountain?', []],
    ['What are the best trail shoes?', ['shopping']],
    ['buy headphones', ['shopping']],
    ['cheap laptops under 500', ['shopping']],
    ['Is Tarnhoof any good?', ['shopping']],
    ['Welche Trailschuhe sind die besten?', ['shopping']],
    ['おすすめのトレイルシューズは？', ['shopping']],
    ['Common problems with trail shoes', []],
    ['best hotels in Paris', ['travel', 'local']],
    ['Plan a trip to Kyoto', ['travel', 'local']],
    ['cheap holidays', ['travel']],
    ['best suitcase for a weekend trip', ['shopping']],
    ['guest houses in the mountains', ['travel']],
    ['Where to stay for a marathon', ['travel']],
    ['Where can I get a haircut?', ['local']],
    ['restaurants near me', ['local']],
    ['coffee in austin', ['local']],
    ['Where can I buy an espresso machine near me?', ['shopping', 'local']],
    ['trail shoe shops in Munich', ['shopping', 'local']],
    ['nice weather for running', []],
    ['How does a Boston terrier behave?', []],
    ['hôtels à Lyon', ['travel', 'local']],
    ['What is product management?', []],
    ['Python vs Ruby', []],
    ['how to store potatoes', ['video']],
    ['best smart watch', ['shopping']],
    ['What is an email address?', []],
    ['How to clean an espresso machine', ['video']],
    ['how to tie a knot', ['video']],
    ['Steamgoblin review video', ['shopping', 'video']],
    ['Latest news on e-bikes', ['news']],
    ['headlines this week', ['news']],
  ])('detects verticals in "%s"', (prompt, expected) => {
    const verticals = Object.entries(detectVerticals(prompt, 'US', parsePrompt(prompt)));
    expect(verticals.filter(([, isDetected]) => isDetected).map(([vertical]) => vertical)).toEqual(expected);
  });
});
