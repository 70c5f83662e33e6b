import { expect, test } from 'vitest';
import { describeAccess, describeFictional, listLimitations } from '#lib/format/metric-descriptions';

const measured = {
  engines: [{ engine: 'overview', access: 'page' }],
  countryCount: 1,
  isFictional: false,
  grade: 'decision-grade',
} as const;

test('lists the limitations that apply to the answers', () => {
  const basic = listLimitations(measured);
  expect(basic).toHaveLength(3);
  expect(listLimitations({ ...measured, engines: [{ engine: 'chat', access: 'api' }] }).join(' ')).toContain(
    'An API can answer differently',
  );
  for (const access of ['page', undefined] as const) {
    expect(listLimitations({ ...measured, engines: [{ engine: 'chat', access }] })).toEqual(basic);
  }
  const engines = [{ engine: 'office', access: 'page' }] as const;
  expect(listLimitations({ ...measured, engines })).toEqual(basic);
  expect(listLimitations({ ...measured, engines, countryCount: 2 }).join(' ')).toContain(
    'Microsoft Copilot can’t be queried from a specific country',
  );
  expect(listLimitations({ ...measured, grade: 'exploratory' }).join(' ')).toContain('too few answers');
  expect(listLimitations({ ...measured, grade: 'directional' }).join(' ')).toContain('large differences');
  expect(listLimitations({ ...measured, isFictional: true }).join(' ')).toMatch(/fictional market/);
});

test('describes how an engine is queried now', () => {
  expect(describeAccess('api')).toBe('Current access: API with web search');
  expect(describeAccess('page')).toBe('Current access: public page, without signing in');
});

const fictional = {
  count: 42,
  previousCount: 0,
  engines: ['chat', 'gen'],
  lastDay: '2026-11-26',
  hasLaterAnswers: false,
};
const real = { model: null, isFictional: false };

test.each([
  [
    fictional,
    '42 of 84 answers in this period are fictional: they came from the sandbox. Periods that start after 26 Nov 2026 don’t include them.',
  ],
  [
    { ...fictional, count: 1, hasLaterAnswers: true },
    '1 of 84 answers in this period is fictional: it came from the sandbox.',
  ],
  [
    { ...fictional, count: 84, hasLaterAnswers: false },
    'All 84 answers in this period are fictional: they came from the sandbox. Periods that start after 26 Nov 2026 don’t include them.',
  ],
  [
    { ...fictional, count: 0, previousCount: 42, engines: [], lastDay: null },
    '42 answers in the comparison period are fictional, so the changes shown here aren’t reliable.',
  ],
])('counts fictional answers among real ones: %o', (counts, sentence) => {
  const answerSet = { answers: 84, isFictional: false, fictional: counts };
  expect(describeFictional(answerSet, { chat: real, gen: real })).toBe(sentence);
});

test('describes the only answer of a period without a count', () => {
  const only = { ...fictional, count: 1, hasLaterAnswers: true };
  expect(
    describeFictional({ answers: 1, isFictional: false, fictional: only }, { chat: real, gen: real }),
  ).toBe('The only answer in this period is fictional: it came from the sandbox.');
});

test('names the engines that the sandbox still serves', () => {
  const labels = { chat: real, gen: { model: null, isFictional: true } };
  expect(describeFictional({ answers: 84, isFictional: false, fictional }, labels)).toBe(
    '42 of 84 answers in this period are fictional: the sandbox still serves Gemini.',
  );
  // After a provider key was added, the newest answers can still be those of the sandbox.
  const connected = { chat: real, gen: { model: null, isFictional: true, access: 'api' } } as const;
  expect(describeFictional({ answers: 84, isFictional: false, fictional }, connected)).toMatch(
    /^42 of 84 answers in this period are fictional: they came from the sandbox\./,
  );
  expect(describeFictional({ answers: 84, isFictional: true, fictional: null }, labels)).toBeNull();
});
