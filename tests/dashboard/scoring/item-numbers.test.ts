import { expect, test } from 'vitest';
import { compileMatcher } from '#lib/dashboard/scoring/match-brands';
import { readNumber } from '#lib/dashboard/scoring/structure/item-numbers';

test.each([
  ['b) Name', 2],
  ['(c) Name', 3],
  ['В) Имя', 3],
  ['ב. שם', 2],
  ['ب- اسم', 2],
  ['나. 이름', 2],
  ['ii. Name', 2],
  ['২। নাম', 2],
  ['२। नाम', 2],
  ['㊁ 名', 2],
  ['第二，名', 2],
  ['둘째, 이름', 2],
  ['Second, Name', 2],
  ['Silver: Name', 2],
  ['Option 2: Name', 2],
  ['ثانياً: اسم', 2],
  ['מקום 2: שם', 2],
  ['במקום השני: שם', 2],
  ['שני: שם', 2],
  ['2-ге місце: назва', 2],
  ['Locul 2: Nume', 2],
  ['2η θέση: Όνομα', 2],
  ['Thứ hai: Tên', 2],
  ['दूसरा स्थान: नाम', 2],
  ['Zweitens: Name', 2],
  ['En segundo lugar: Name', 2],
  ['Во-вторых, название', 2],
  ['A. Lange & Söhne', null],
  ['[2] Name', null],
  ['X – formerly Twitter', null],
])('reads the number of "%s"', (item, number) => {
  expect(readNumber(item)?.number ?? null).toBe(number);
});

const brands = ['Larkwarm', 'Fernglow', 'Shedly'].map((name) => ({
  id: name,
  name,
  aliases: [],
  matchCase: false,
  requiredContext: [],
  excludedContext: [],
}));
const rank = (markdown: string) =>
  Object.fromEntries(
    compileMatcher(brands)
      .findMentions(markdown, markdown)
      .map((mention) => [mention.brandId, mention.rank]),
  );

test.each([
  'Shedly is known. My ranking: (1) Larkwarm; (2) Fernglow; (3) Shedly.',
  'Shedly is known. My ranking: 1) Larkwarm, 2) Fernglow, 3) Shedly.',
  'Shedlyは有名です。順位：①Larkwarm ②Fernglow ③Shedly',
  'Shedlyは有名です。\n■1位：Larkwarm\n■2位：Fernglow\n■3位：Shedly',
])('reads the places of an enumeration: %s', (markdown) => {
  expect(rank(markdown)).toEqual({ Larkwarm: 1, Fernglow: 2, Shedly: 3 });
});

test('numbers of footnotes in brackets are no enumeration', () => {
  expect(rank('Shedly is warm (1) and Larkwarm is dry (2), says Fernglow (3).')).toEqual({
    Shedly: 1,
    Larkwarm: 2,
    Fernglow: 3,
  });
});
