import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { findBodyError, readEnvelope } from '#lib/providers/serpapi/api';
import { readOverview, toOverviewResult } from '#lib/providers/serpapi/cited-answer';
import { toOfficeResult, toSearchAiResult } from '#lib/providers/serpapi/transform-answers';
import { toNewsResult, toSearchResult } from '#lib/providers/serpapi/transform-search';
import { parseBody } from '#lib/providers/shared/parse-response';
import { ProviderError } from '#lib/providers/shared/provider';
import { createPages } from '#scripts/mock-providers/fictional-pages';
import {
  createAiModeAnswer,
  createCopilotAnswer,
  createNewsPage,
  createOverview,
  createSearchPage,
} from '#scripts/mock-providers/serpapi-results';

const pages = createPages('Which kayak folds?', 'DE');
const around = { search_metadata: { id: 'a', status: 'Success' }, search_parameters: { q: 'a' } };
const part = (body: unknown) => (body as { ai_overview?: unknown } | null)?.ai_overview;

const cases = {
  office: { body: createCopilotAnswer(pages), read: (body: unknown) => toOfficeResult(body, 'US') },
  searchai: { body: createAiModeAnswer(pages), read: (body: unknown) => toSearchAiResult(body, 'US') },
  overview: {
    body: { ...createSearchPage(pages, 'a', 0), ai_overview: createOverview(pages) },
    read: (body: unknown) => toOverviewResult(part(body), body),
  },
  search: {
    body: { ...createSearchPage(pages, 'a', 0), ai_overview: createOverview(pages) },
    read: (body: unknown) => {
      const overview = readOverview(part(body));
      return { ...toSearchResult([body, body]), ...(overview && { overview }) };
    },
  },
  'search/news': { body: createNewsPage(pages, 0), read: (body: unknown) => toNewsResult([body]) },
};
type Engine = keyof typeof cases;
const engines = Object.keys(cases) as Engine[];

/** What is left must be a result that keeps the contract, or a failure of the kind that is handled. */
function expectAnswerOrFailure(engine: Engine, body: unknown): void {
  try {
    const failure = findBodyError(readEnvelope(body));
    if (failure) throw failure;
    const result = cases[engine].read(body);
    expect(resultSchemas[engine].parse(result)).toEqual(result);
    if (!('sources' in result)) return;
    expect(result.sources.map(({ position }) => position)).toEqual(
      result.sources.map((_, index) => index + 1),
    );
    const pills = 'citationPills' in result ? result.citationPills : [];
    for (const pill of pills) expect(result.sources[pill.position - 1]?.url).toBe(pill.url);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

const oddValues = [
  null,
  '',
  ' ',
  'x',
  0,
  -1,
  1e9,
  1e308,
  1.5,
  true,
  [],
  {},
  [null],
  [[[]]],
  { text: 7 },
  'http://',
  '\ud83d',
  undefined,
];

/** JSON in which the value with that number, counted as `JSON.parse` meets them, is another one. */
function damaged(text: string, chosen: number, odd: unknown): string {
  let index = 0;
  const copy = JSON.parse(text, (_, value) => {
    index += 1;
    return index - 1 === chosen ? odd : value;
  });
  return JSON.stringify(copy) ?? 'null';
}

describe('malformed SerpApi responses', () => {
  it.each(engines)('%s: matches the contract with any two values replaced', (engine) => {
    const text = JSON.stringify({ ...around, ...cases[engine].body });
    let values = 0;
    JSON.parse(text, (_, value) => {
      values += 1;
      return value;
    });
    const place = fc.nat(values - 2);
    const odd = fc.constantFrom(...oddValues);
    fc.assert(
      fc.property(place, odd, place, odd, (first, one, second, other) => {
        expectAnswerOrFailure(engine, parseBody(damaged(damaged(text, first, one), second, other)));
      }),
      { numRuns: 300 },
    );
  });

  it.each(engines)('%s: matches the contract with any value under any known key', (engine) => {
    const names = [
      ...new Set(
        JSON.stringify(cases)
          .match(/"\w+"(?=:)/g)
          ?.map((name) => name.slice(1, -1)),
      ),
      'comparison',
      'text_blocks',
      'list',
      'error',
    ];
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(...oddValues, 'paragraph', 'list', 'table', 'comparison', 'heading', 'code_block'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), tree, { maxKeys: 6 }), (body) =>
        expectAnswerOrFailure(engine, parseBody(JSON.stringify({ ...around, ...body }))),
      ),
      { numRuns: 250 },
    );
  });

  it('limits the depth of nested text blocks', () => {
    let block: object = { type: 'paragraph', snippet: 'deep' };
    for (let level = 0; level < 150; level += 1) {
      block = { type: 'expandable', title: `${level}`, text_blocks: [block], list: [block] };
      if (level > 20) block = { type: 'expandable', title: `${level}`, text_blocks: [block] };
    }
    expectAnswerOrFailure('office', { ...around, text_blocks: [block] });
  });
});
