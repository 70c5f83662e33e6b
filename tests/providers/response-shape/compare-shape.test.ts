import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compareShape, type Finding } from '#lib/providers/response-shape/compare-shape';
import type { StoredShape } from '#lib/providers/response-shape/stored-shape';
import { lenient } from '#lib/providers/shared/lenient';
import { needed } from '#lib/providers/shared/response-fields';
import { measureSlowness, measureThreadMs } from '#tests/support/machine-speed';

const schema = z.looseObject({
  text: needed(lenient.text),
  model: lenient.text,
  usage: lenient.object(lenient.numbers('tokens')).optional(),
  sources: lenient.array(
    lenient.object({ url: needed(lenient.text), ...lenient.texts('type', 'title', 'date') }),
  ),
});

const answer = {
  text: 'Rain.',
  model: 'm',
  usage: { tokens: 9 },
  sources: [{ url: 'https://a.example', title: 'A' }, { url: 'https://b.example' }],
  id: 'x1',
};

/** Compares responses one after another, and returns the findings of the last one. */
function compareAll(...responses: object[]): { findings: Finding[]; shape: StoredShape | undefined } {
  let last: { findings: Finding[]; shape: StoredShape | undefined } = { findings: [], shape: undefined };
  for (const response of responses) last = compareShape([response], schema, last.shape);
  return last;
}

const summarize = (findings: readonly Finding[]) =>
  findings.map(
    ({ kind, path, types, isFailure, renamedTo }) =>
      `${isFailure ? 'failure' : 'info'}: ${[kind, path, ...types, renamedTo].filter(Boolean).join(' ')}`,
  );

/** Repeats a response so often that all of its fields are expected. */
const week = Array.from({ length: 7 }, () => answer);

describe('one response', () => {
  it.each<[string, object, string[]]>([
    ['nothing if the response fits', answer, []],
    ['nothing if optional fields are absent', { text: 'Rain.' }, []],
    ['a needed field that is absent', { ...answer, text: undefined }, ['failure: missing text']],
    ['a needed field that is null', { ...answer, text: null }, ['failure: missing text']],
    [
      'a needed field that is absent in every item',
      { ...answer, sources: [{ title: 'A' }, { title: 'B' }] },
      ['failure: missing sources[].url'],
    ],
    [
      'nothing if one of the items has the needed field',
      { ...answer, sources: [{ title: 'A' }, { url: 'u' }] },
      [],
    ],
    ['a lenient text with another type', { ...answer, model: 5 }, ['failure: retyped model number']],
    ['a lenient list that is an object', { ...answer, sources: {} }, ['failure: retyped sources object']],
    ['a lenient object that is a text', { ...answer, usage: '9' }, ['failure: retyped usage string']],
    [
      'a lenient number inside an object',
      { ...answer, usage: { tokens: '9' } },
      ['failure: retyped usage.tokens string'],
    ],
    [
      'items of another type',
      { ...answer, sources: ['https://a.example'] },
      ['failure: retyped sources[] string'],
    ],
    ['nothing for null', { ...answer, model: null, usage: null, sources: null }, []],
    ['nothing for fields that nothing reads', { ...answer, other: { deep: [1] } }, []],
  ])('finds %s', (_, response, expected) => {
    expect(summarize(compareAll(response).findings)).toEqual(expected);
  });
});

describe('compared with earlier responses', () => {
  it.each<[string, object[], string[]]>([
    ['nothing if the response is the same', [answer, answer], []],
    [
      'a new field, without what it contains',
      [answer, { ...answer, extra: { a: { b: 1 } } }],
      ['info: new extra object'],
    ],
    [
      'a new field of items once',
      [
        answer,
        {
          ...answer,
          sources: [
            { url: 'u', title: 'A', rank: 1 },
            { url: 'v', rank: 2 },
          ],
        },
      ],
      ['info: new sources[].rank number'],
    ],
    ['nothing for a new field that the transform reads', [{ text: 'Rain.', id: 'x1' }, answer], []],
    ['a new field only once', [answer, { ...answer, extra: 1 }, answer, { ...answer, extra: 2 }], []],
    [
      'a field that was renamed',
      [answer, { ...answer, model: undefined, model_name: 'm' }],
      ['failure: missing model model_name', 'info: new model_name string'],
    ],
    [
      'a needed field that was renamed, with its new name',
      [answer, { ...answer, text: undefined, content: 'Rain.' }],
      ['failure: missing text content', 'info: new content string'],
    ],
    [
      'an optional field that did not occur, as information',
      [answer, { ...answer, model: undefined }],
      ['info: missing model'],
    ],
    [
      'nothing once it is known that a field is optional',
      [answer, { ...answer, model: undefined }, answer, { ...answer, model: undefined }],
      [],
    ],
    [
      'no failure if a field of every response is absent once',
      [...week, { ...answer, model: undefined }],
      ['info: missing model'],
    ],
    [
      'a failure if a field of every response remains absent',
      [...week, ...Array.from({ length: 3 }, () => ({ ...answer, model: undefined }))],
      ['failure: missing model'],
    ],
    [
      'nothing for the fields of an object that is absent',
      [answer, { ...answer, usage: undefined }, { ...answer, usage: undefined }],
      [],
    ],
    [
      'a type that only some items have and no earlier response had',
      [
        answer,
        {
          ...answer,
          sources: [
            { url: 'u', title: 'A' },
            { url: 'v', title: 7 },
          ],
        },
      ],
      ['failure: retyped sources[].title number'],
    ],
    [
      'nothing for a type that some items have always had',
      [
        {
          ...answer,
          sources: [
            { url: 'u', title: 'A' },
            { url: 'v', title: 7 },
          ],
        },
        {
          ...answer,
          sources: [
            { url: 'u', title: 'A' },
            { url: 'v', title: 8 },
          ],
        },
      ],
      [],
    ],
  ])('finds %s', (_, responses, expected) => {
    expect(summarize(compareAll(...responses).findings)).toEqual(expected);
  });

  it('keeps the shape of the last response that passed, so that a failure remains until it is fixed', () => {
    const broken = { ...answer, model: 5 };
    const { shape } = compareAll(answer, broken);
    expect(shape).toEqual(compareAll(answer).shape);
    expect(summarize(compareAll(answer, broken, broken).findings)).toEqual(['failure: retyped model number']);
    expect(compareAll(answer, broken, answer).findings).toEqual([]);
    expect(compareAll(broken).shape).toBeUndefined();
  });
});

describe('items and events of different types', () => {
  const item = (type: string, fields: object) => ({ type, ...fields });

  it('finds a field that only one type of item lost', () => {
    const before = {
      text: 'a',
      sources: [item('page', { url: 'u', title: 'A' }), item('ad', { url: 'v', title: 'B' })],
    };
    const after = {
      text: 'a',
      sources: [item('page', { url: 'u', name: 'A' }), item('ad', { url: 'v', title: 'B' })],
    };
    expect(summarize(compareAll(before, after).findings)).toEqual([
      'failure: missing sources[page].title sources[page].name',
      'info: new sources[page].name string',
    ]);
  });

  it('describes the events of a stream by type', () => {
    const event = z.looseObject({ type: lenient.text, delta: lenient.text, answer: schema.optional() });
    const stream = [
      item('answer.delta', { delta: 'Ra' }),
      item('answer.delta', { delta: 'in.' }),
      item('answer.done', { answer }),
    ];
    const { findings, shape } = compareShape(stream, event, undefined);
    expect(findings).toEqual([]);
    expect(Object.keys(shape ?? {})).toEqual(
      expect.arrayContaining(['[answer.delta].delta', '[answer.done].answer.sources[].url']),
    );
    const changed = [
      ...stream.slice(0, 2),
      item('answer.done', { answer: { ...answer, text: 7 } }),
      item('ping', {}),
    ];
    expect(summarize(compareShape(changed, event, shape).findings)).toEqual([
      'failure: retyped answer.text number',
      'info: new [ping] object',
    ]);
  });
});

describe('bounds', () => {
  it('stores neither texts nor keys that are data, and a limited number of paths', () => {
    const byId = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`user-${1_000_000 + index}`, { secret: 'sk-live-1' }]),
    );
    const wide = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`f${index % 900}_${index}x`, 1]),
    );
    const response = {
      ...answer,
      byId,
      wide,
      'What is the weather in New York?': { 'https://a.example/x': 1 },
    };
    const { shape } = compareAll(response);
    const paths = Object.keys(shape ?? {});
    expect(paths).toEqual(expect.arrayContaining(['text', 'sources[].url', 'byId.*', '*.*']));
    expect(paths.length).toBeLessThanOrEqual(400);
    expect(Math.max(...paths.map((path) => path.length))).toBeLessThanOrEqual(200);
    expect(JSON.stringify(shape)).not.toMatch(/sk-live|Rain|weather|example|user-/);
  });

  it('handles deep nesting and many items within 200 ms', () => {
    let deep: object = {};
    for (let level = 0; level < 150; level += 1) deep = { a: [deep] };
    const many = Array.from({ length: 20_000 }, (_, index) => ({
      url: 'u',
      title: `${index}`,
      type: `t${index}`,
    }));
    const response = { ...answer, deep, sources: many };
    const ms = measureThreadMs(() => compareAll(response));
    expect(ms / measureSlowness()).toBeLessThan(200);
    const { shape } = compareAll(response);
    expect(Object.keys(shape ?? {}).length).toBeLessThanOrEqual(400);
  });
});
