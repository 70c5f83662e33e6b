import { expect, test } from 'vitest';
import { compileMatcher } from '#lib/dashboard/scoring/match-brands';

const names = ['Larkwarm', 'Fernglow', 'Shedly'];
const brands = names.map((name) => ({
  id: name,
  name,
  aliases: [],
  matchCase: false,
  requiredContext: [],
  excludedContext: [],
}));

/** Returns the ranks of the three brands in a list of them that a sentence follows. */
function rankWith(sentence: string): (number | null | undefined)[] {
  const markdown = `${names.map((name, index) => `${index + 1}. ${name}`).join('\n')}\n\n${sentence}`;
  const ranks = new Map(
    compileMatcher(brands)
      .findMentions(markdown, markdown)
      .map((mention) => [mention.brandId, mention.rank]),
  );
  return names.map((name) => ranks.get(name));
}

test.each([
  'If I had to choose just one, I would choose Shedly.',
  '**Best for most people → Shedly**',
  'The best all-round choice? Shedly.',
  'My vote goes to Shedly.',
  'Shedly is our overall winner.',
  'Shedly earns the top spot.',
  'Shedly gets my top recommendation.',
  'Für die meisten ist Shedly die beste Wahl.',
  'Am Ende gewinnt Shedly.',
  'Shedly ist unser klarer Sieger.',
  'Nuestra favorita: Shedly',
  '结论：选Shedly。',
  'Benim tercihim Shedly.',
  '**Quick answer:** Shedly.',
  'המנצח: Shedly',
  'सबसे अच्छा विकल्प: Shedly',
])('a stated winner ranks first: %s', (sentence) => {
  expect(rankWith(sentence)).toEqual([2, 3, 1]);
});

test.each([
  'Some say Shedly is the best choice.',
  'Ist Shedly die beste Wahl?',
  'Für Camper ist Shedly die beste Wahl.',
  'If you camp, I would choose Shedly.',
  'The winner? Not Shedly.',
])('is no winner: %s', (sentence) => {
  expect(rankWith(sentence)).toEqual([1, 2, 3]);
});

test.each([
  'I would not buy Shedly.',
  'Stay clear of Shedly.',
  'Don’t waste your money on Shedly.',
  'Give Shedly a miss.',
  'Avoid brands like Shedly.',
  'Shedly würde ich nicht kaufen.',
  '避免购买Shedly。',
  'لا أنصح بـ Shedly.',
  'Shedly से बचें।',
])('a brand that the answer advises against has no rank: %s', (sentence) => {
  expect(rankWith(sentence)).toEqual([1, 2, null]);
});
