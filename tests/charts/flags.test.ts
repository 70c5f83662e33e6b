import { expect, test } from 'vitest';
import { type DayEvent, flagsOf } from '#lib/charts/flags';

const label = (engine: string) => engine.toUpperCase();

test('one numbered flag a day, oldest first, with everything that happened on it', () => {
  const events: DayEvent[] = [
    { kind: 'model', day: '2026-03-09', engine: 'chat', before: 'm-1', now: 'm-2' },
    { kind: 'note', day: '2026-03-02', id: 'n', text: 'New page' },
    { kind: 'prompts', day: '2026-03-09', added: 1, archived: 0 },
    { kind: 'prompts', day: '2026-03-10', added: 0, archived: 1204 },
    { kind: 'prompts', day: '2026-03-11', added: 2, archived: 1 },
    { kind: 'brands', day: '2026-03-02', text: 'Otterline is tracked' },
  ];
  expect(flagsOf(events, label)).toEqual([
    {
      number: 1,
      day: '2026-03-02',
      events: [
        { words: 'New page', noteId: 'n' },
        { words: 'Otterline is tracked', noteId: null },
      ],
    },
    {
      number: 2,
      day: '2026-03-09',
      events: [
        { words: 'CHAT answers with m-2 instead of m-1', noteId: null },
        { words: '1 prompt added', noteId: null },
      ],
    },
    { number: 3, day: '2026-03-10', events: [{ words: '1,204 prompts archived', noteId: null }] },
    { number: 4, day: '2026-03-11', events: [{ words: '2 prompts added, 1 prompt archived', noteId: null }] },
  ]);
  expect(flagsOf([], label)).toEqual([]);
});
