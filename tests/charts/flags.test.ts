import { expect, test } from 'vitest';
import { type AnnotationFlag, buildFlags, groupFlags } from '#lib/charts/plot-layout';
import type { Annotation } from '#lib/core/metric';

const toLabel = (engine: string) => engine.toUpperCase();

test('builds one numbered flag per day, oldest first, with all annotations of the day', () => {
  const annotations: Annotation[] = [
    { kind: 'model', day: '2026-03-09', engine: 'chat', before: 'm-1', now: 'm-2' },
    { kind: 'note', day: '2026-03-02', id: 'n', text: 'New page' },
    { kind: 'prompts', day: '2026-03-09', added: 1, archived: 0 },
    { kind: 'prompts', day: '2026-03-10', added: 0, archived: 1204 },
    { kind: 'prompts', day: '2026-03-11', added: 2, archived: 1 },
    { kind: 'brands', day: '2026-03-02', text: 'Otterline is now tracked' },
  ];
  const days = ['2026-03-02', '2026-03-09', '2026-03-10', '2026-03-11'];
  expect(buildFlags(annotations, days, toLabel)).toEqual([
    {
      number: 1,
      day: '2026-03-02',
      annotations: [
        { label: 'New page', noteId: 'n' },
        { label: 'Otterline is now tracked', noteId: null },
      ],
    },
    {
      number: 2,
      day: '2026-03-09',
      annotations: [
        { label: 'CHAT switched from m-1 to m-2', noteId: null },
        { label: '1 prompt added', noteId: null },
      ],
    },
    { number: 3, day: '2026-03-10', annotations: [{ label: '1,204 prompts archived', noteId: null }] },
    {
      number: 4,
      day: '2026-03-11',
      annotations: [{ label: '2 prompts added, 1 prompt archived', noteId: null }],
    },
  ]);
  expect(buildFlags([], days, toLabel)).toEqual([]);
  // A note before the first day of a chart is listed, but has no flag there.
  expect(buildFlags(annotations, days.slice(1), toLabel).map(({ number, day }) => [number, day])).toEqual([
    [null, days[0]],
    [1, '2026-03-09'],
    [2, '2026-03-10'],
    [3, '2026-03-11'],
  ]);
});

test('groups flags that would overlap and leaves out those of days that are not on the axis', () => {
  const flag = (number: number, day: string): AnnotationFlag => ({
    number,
    day,
    annotations: [{ label: `annotation ${number}`, noteId: null }],
  });
  const positions = new Map([
    ['a', 0.1],
    ['b', 0.12],
    ['c', 0.13],
    ['d', 0.5],
  ]);
  const flags = [flag(1, 'before'), flag(2, 'a'), flag(3, 'b'), flag(4, 'c'), flag(5, 'd')];
  const groups = groupFlags(flags, (day) => positions.get(day), 0.05);
  expect(groups.map(({ label, title }) => [label, title])).toEqual([
    ['2–4', 'annotation 2; annotation 3; annotation 4'],
    ['5', 'annotation 5'],
  ]);
  expect(groups[0]?.position).toBeCloseTo(0.115);
  expect(groups[0]?.days.map(({ day }) => day)).toEqual(['a', 'b', 'c']);
  expect(groupFlags(flags, (day) => positions.get(day), 0.001)).toHaveLength(4);
});
