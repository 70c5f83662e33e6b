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
const envelope = { search_metadata: { id: 'a', status: 'Success' }, search_parameters: { q: 'a' } };
const getOverview = (body: unknown) => (body as { ai_overview?: unknown } | null)?.ai_overview;

const cases = {
  office: { body: createCopilotAnswer(pages), read: (body: unknown) => toOfficeResult(body, 'US') },
  searchai: { body: createAiModeAnswer(pages), read: (body: unknown) => toSearchAiResult(body, 'US') },
  overview: {
    body: { ...createSearchPage(pages, 'a', 0), ai_overview: createOverview(pages) },
    read: (body: unknown) => toOverviewResult(getOverview(body), body),
  },
  search: {
    body: { ...createSearchPage(pages, 'a', 0), ai_overview: createOverview(pages) },
    read: (body: unknown) => {
      const overview = readOverview(getOverview(body));
      return { ...toSearchResult([body, body]), ...(overview && { overview }) };
    },
  },
  'search/news': { body: createNewsPage(pages, 0), read: (body: unknown) => toNewsResult([body]) },
};
type TestedEngine = keyof typeof cases;
const engines = Object.keys(cases) as TestedEngine[];

/** Expects a result that matches the contract, or a `ProviderError`. */
function expectResultOrProviderError(engine: TestedEngine, body: unknown): void {
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
    for (const pill of pills ?? []) expect(result.sources[pill.position - 1]?.url).toBe(pill.url);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

const malformedValues = [
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

/** Replaces the value at `chosenIndex`, in the order in which `JSON.parse` visits values. */
function replaceValue(text: string, chosenIndex: number, malformedValue: unknown): string {
  let index = 0;
  const copy = JSON.parse(text, (_, value) => {
    index += 1;
    return index - 1 === chosenIndex ? malformedValue : value;
  });
  return JSON.stringify(copy) ?? 'null';
}

describe('malformed SerpApi responses', () => {
  it.each(engines)('%s: matches the contract or is rejected if any two values are replaced', (engine) => {
    const text = JSON.stringify({ ...envelope, ...cases[engine].body });
    let valueCount = 0;
    JSON.parse(text, (_, value) => {
      valueCount += 1;
      return value;
    });
    // Any value except the whole response, which is counted last.
    const index = fc.nat(valueCount - 2);
    const malformedValue = fc.constantFrom(...malformedValues);
    fc.assert(
      fc.property(
        index,
        malformedValue,
        index,
        malformedValue,
        (firstIndex, firstValue, secondIndex, secondValue) => {
          expectResultOrProviderError(
            engine,
            parseBody(replaceValue(replaceValue(text, firstIndex, firstValue), secondIndex, secondValue)),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each(engines)(
    '%s: with random values in known fields, matches the contract or is rejected',
    (engine) => {
      const keys = [
        ...new Set(
          JSON.stringify(cases)
            .match(/"\w+"(?=:)/g)
            ?.map((key) => key.slice(1, -1)),
        ),
        'comparison',
        'text_blocks',
        'list',
        'error',
      ];
      const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
        tree: fc.oneof(
          { maxDepth: 5 },
          fc.constantFrom(
            ...malformedValues,
            'paragraph',
            'list',
            'table',
            'comparison',
            'heading',
            'code_block',
          ),
          fc.array(tie('tree'), { maxLength: 3 }),
          fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 5 }),
        ),
      }));
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom(...keys), tree, { maxKeys: 6 }), (body) =>
          expectResultOrProviderError(engine, parseBody(JSON.stringify({ ...envelope, ...body }))),
        ),
        { numRuns: 250 },
      );
    },
  );

  it('limits the depth of nested text blocks', () => {
    // Every level contains the next one twice, so reading all 150 levels would take forever.
    let block: object = { type: 'paragraph', snippet: 'deep' };
    for (let level = 0; level < 150; level += 1) {
      block = { type: 'expandable', title: `${level}`, text_blocks: [block], list: [block] };
    }
    expectResultOrProviderError('office', { ...envelope, text_blocks: [block] });
  });
});
