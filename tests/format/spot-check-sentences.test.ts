import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeSpotChances } from '#lib/dashboard/statistics/levels/spot-check';
import {
  describeStoredAnswers,
  listMissingAnswers,
  listSpotOutcomes,
  placeResult,
  summarizeSpotCheck,
} from '#lib/format/spot-check-sentences';

const brand = 'Fjordwing';

function createCheck({ level = 0.45, tries = 3, deviation = 0.045, likeness = 0.1 } = {}) {
  const chances = computeSpotChances({ level, variance: deviation ** 2, likeness, tries });
  return { brand, level, tries, chances };
}

test('says how many of 100 people would not see the brand', () => {
  expect(summarizeSpotCheck(createCheck())).toBe(
    'Ask it yourself three times: at 45%, about 21 of 100 people who do so would not see Fjordwing at all.',
  );
  expect(listSpotOutcomes(createCheck()).map(({ label, share }) => `${label}: ${share}`)).toEqual([
    '0 of 3: 21 of 100 people',
    '1 of 3: 36 of 100 people',
    '2 of 3: 30 of 100 people',
    '3 of 3: 13 of 100 people',
  ]);
});

test.for([
  [
    { level: 0.45, tries: 1 },
    'Ask it yourself once: at 45%, about 55 of 100 people who do so would not see Fjordwing.',
  ],
  [
    { level: 0.999, tries: 1, deviation: 0.001, likeness: 0 },
    'Ask it yourself once: at >99%, almost everyone who does so would see Fjordwing.',
  ],
  [
    { level: 0.99, tries: 3, deviation: 0.01, likeness: 0 },
    'Ask it yourself three times: at 99%, almost everyone who does so would see Fjordwing at least once.',
  ],
  [
    { level: 0.001, tries: 2, deviation: 0.001, likeness: 0 },
    'Ask it yourself twice: at 0.1%, almost nobody who does so would see Fjordwing.',
  ],
  [
    { level: 0.3, tries: 10, deviation: 0, likeness: 0 },
    'Ask it yourself 10 times: at 30%, about 3 of 100 people who do so would not see Fjordwing at all.',
  ],
] as const)('chooses words by tries and chances: %j', ([options, sentence]) => {
  expect(summarizeSpotCheck(createCheck(options))).toBe(sentence);
});

test.for([
  [0, '0 of 3 answers mention Fjordwing: 21 of 100 people see this.'],
  [1, '1 of 3 answers mentions Fjordwing: 57 of 100 people see this or less.'],
  [2, '2 of 3 answers mention Fjordwing: 43 of 100 people see this or more.'],
  [3, '3 of 3 answers mention Fjordwing: 13 of 100 people see this.'],
] as const)('says where %i mentions in three answers fall', ([mentions, sentence]) => {
  expect(placeResult(createCheck(), mentions)).toBe(sentence);
});

test('names rare results', () => {
  const check = createCheck({ level: 0.999, deviation: 0.001, likeness: 0, tries: 1 });
  expect(placeResult(check, 0)).toBe(
    'The answer doesn’t mention Fjordwing: fewer than 1 of 100 people sees this.',
  );
});

test.for([
  [0, 1, 'The only stored answer in this period doesn’t mention Fjordwing.'],
  [1, 1, 'The only stored answer in this period mentions Fjordwing.'],
  [1, 2, '1 of 2 stored answers in this period mentions Fjordwing.'],
  [1200, 2000, '1,200 of 2,000 stored answers in this period mention Fjordwing.'],
] as const)('counts %i of %i stored answers', ([mentioned, answers, sentence]) => {
  expect(describeStoredAnswers({ brand, mentioned, answers, level: mentioned / answers })).toBe(sentence);
});

test('explains an expected share that differs from that of the stored answers', () => {
  expect(describeStoredAnswers({ brand, mentioned: 1, answers: 3, level: 0.49 })).toBe(
    '1 of 3 stored answers in this period mentions Fjordwing. That is few, so the expected share (49%) is drawn to the mean of the engine.',
  );
});

test('describes requests without an answer', () => {
  expect(listMissingAnswers({ withoutAnswer: 0, failed: 0, failure: null })).toEqual([]);
  expect(listMissingAnswers({ withoutAnswer: 1, failed: 2, failure: 'Not enough credits.' })).toEqual([
    '1 request had no answer: the engine showed none.',
    '2 requests failed: Not enough credits.',
  ]);
});

test('outcomes add up to 100 people, and sentences repeat their numbers', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, fc.integer({ min: 1, max: 10 }), (level, likeness, tries) => {
      const check = createCheck({ level, likeness, tries, deviation: 0.05 });
      const outcomes = listSpotOutcomes(check);
      expect(outcomes.reduce((sum, { people }) => sum + people, 0)).toBe(100);
      const none = outcomes[0]?.people ?? 0;
      const summary = summarizeSpotCheck(check);
      if (none > 0 && none < 100) expect(summary).toContain(`about ${none} of 100 people`);
      else expect(summary).toMatch(none === 0 ? /almost everyone/ : /almost nobody/);
      expect(placeResult(check, 0)).toMatch(
        none === 0
          ? /fewer than 1 of 100 people sees this/
          : new RegExp(`: ${none} of 100 people sees? this`),
      );
    }),
  );
});
