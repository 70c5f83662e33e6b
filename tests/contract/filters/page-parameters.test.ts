import { expect, it } from 'vitest';
import {
  answerListParameters,
  competitorParameters,
  fanOutParameters,
  sourceListParameters,
} from '#lib/contract/filters/page-parameters';

const id = '0c8f4a52-6a0e-4c2f-9d7e-2f6d3f1a9b01';

it('parses the parameters of a list, from a page and from a URL', () => {
  const expected = { type: 'news', order: 'gap', page: 3 };
  expect(sourceListParameters.parse({ type: 'news', order: 'gap', page: '3', engine: 'chat' })).toEqual(
    expected,
  );
  expect(sourceListParameters.parse(new URLSearchParams('type=news&order=gap&page=3'))).toEqual(expected);
});

it.each(['', '0', '-3', 'x', '1e999', '9007199254740993'])('reads page "%s" as the first', (page) => {
  expect(sourceListParameters.parse({ page })).toEqual({ type: null, order: 'citations', page: 1 });
});

it('ignores invalid values', () => {
  expect(sourceListParameters.parse({ order: 'name', type: ['\u0000', ' shop '] })).toMatchObject({
    type: 'shop',
    order: 'citations',
  });
  expect(competitorParameters.parse({ competitor: 'x' })).toEqual({ competitor: null });
  expect(answerListParameters.parse({ before: '', answer: 'x' })).toEqual({ before: null, answer: null });
  expect(fanOutParameters.parse({ words: '  trail shoes ' })).toEqual({ words: 'trail shoes', page: 1 });
});

it('writes the URL of a page without defaults, after its filters', () => {
  const path = `/projects/${id}/sources`;
  const { getUrl } = sourceListParameters;
  expect(getUrl(path, '', { type: null, order: 'citations', page: 1 })).toBe(path);
  expect(getUrl(path, 'engine=chat', { type: 'news', order: 'gap', page: 2 })).toBe(
    `${path}?engine=chat&type=news&order=gap&page=2`,
  );
  expect(competitorParameters.getUrl('/c', 'days=7', { competitor: id })).toBe(`/c?days=7&competitor=${id}`);
});

it('parses what it writes', () => {
  const values = { words: 'a & b = ü+', page: 4 };
  const [, query] = fanOutParameters.getUrl('/fan-out', 'days=28', values).split('?');
  expect(fanOutParameters.parse(new URLSearchParams(query))).toEqual(values);
});
