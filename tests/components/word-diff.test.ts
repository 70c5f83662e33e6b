import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffLists, diffWords } from '#components/answers/word-diff';

const arbitraryText = fc
  .array(fc.constantFrom('a', 'boot', 'Boot', ',', '.', ' ', ' ', '\n', '靴', '😀', '[1]', '[2]'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

describe('difference between two answers', () => {
  test('restores the earlier text if additions are left out, and the later text if removals are left out', () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, (before, now) => {
        const parts = diffWords(before, now);
        const joinWithout = (excludedKind: string) =>
          parts.flatMap(({ kind, text }) => (kind === excludedKind ? [] : [text])).join('');
        expect(joinWithout('added')).toBe(before);
        expect(joinWithout('removed')).toBe(now);
        expect(parts.every(({ text }) => text !== '')).toBe(true);
      }),
    );
  });

  test('joins adjacent changed words', () => {
    expect(diffWords('It builds shoes like sheds.', 'It makes boots like tents.')).toEqual([
      { kind: 'same', text: 'It ' },
      { kind: 'removed', text: 'builds shoes' },
      { kind: 'added', text: 'makes boots' },
      { kind: 'same', text: ' like ' },
      { kind: 'removed', text: 'sheds' },
      { kind: 'added', text: 'tents' },
      { kind: 'same', text: '.' },
    ]);
  });

  test('reports very different texts as replaced without a long comparison', () => {
    const [before, now] = ['x', 'y'].map((word) =>
      Array.from({ length: 4000 }, (_, index) => `${word}${index}`).join(' '),
    );
    expect(diffWords(before ?? '', now ?? '').map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });

  test('splits two lists into added, removed and unchanged names', () => {
    const names = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd'));
    fc.assert(
      fc.property(names, names, (before, now) => {
        const { added, removed, unchanged } = diffLists(before, now);
        expect(new Set([...removed, ...unchanged])).toEqual(new Set(before));
        expect(new Set([...added, ...unchanged])).toEqual(new Set(now));
        expect(added.filter((name) => before.includes(name))).toEqual([]);
      }),
    );
  });
});
