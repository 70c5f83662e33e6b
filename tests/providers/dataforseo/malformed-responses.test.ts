import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { readTask } from '#lib/providers/dataforseo/api';
import { toChatResult, toGenResult } from '#lib/providers/dataforseo/transform-scraped';
import {
  toNewsResult,
  toOverviewResult,
  toSearchAiResult,
  toSearchResult,
} from '#lib/providers/dataforseo/transform-serp';
import {
  createAiOverview,
  createNewsItems,
  createOrganicItems,
  createScrapedPage,
} from '#scripts/mock-providers/dataforseo-results';
import { createPages } from '#scripts/mock-providers/fictional-pages';
import { listPaths, replaceAt } from '../../support/json-paths.ts';

const pages = createPages('Which kayak folds?', 'DE');
const searchPage = { se_domain: 'google.de', items: createOrganicItems(pages, 12, true) };
const readers: [keyof typeof resultSchemas, (page: unknown) => object, object][] = [
  ['chat', toChatResult, createScrapedPage('chat_gpt', pages)],
  ['gen', toGenResult, createScrapedPage('gemini', pages)],
  ['searchai', toSearchAiResult, { items: [createAiOverview(pages)] }],
  ['overview', toOverviewResult, searchPage],
  ['search', toSearchResult, searchPage],
  ['search/news', toNewsResult, { items: createNewsItems(pages, 12) }],
];
const malformedValues = [null, '', ' ', 'x', 0, -1, 1e9, 1.5, true, [], {}, [null], 'http://', '\ud83d'];

/** Wraps a page in a task with one result, and reads it back. */
function readTaskResult(page: unknown): unknown {
  const body = { status_code: 20_000, tasks: [{ status_code: 20_000, result: [page] }] };
  return readTask({ status: 200, headers: {}, text: JSON.stringify(body) }, new Date()).result;
}

describe('malformed DataForSEO responses', () => {
  it.each(readers)(
    '%s: the result matches the contract, whichever value is malformed',
    (engine, read, page) => {
      const paths = listPaths(page);
      fc.assert(
        fc.property(
          fc.constantFrom(...paths),
          fc.constantFrom(...malformedValues),
          (path, malformedValue) => {
            const result = read(readTaskResult(replaceAt(page, path, malformedValue)));
            expect(resultSchemas[engine].parse(result)).toEqual(result);
          },
        ),
        { numRuns: 200 },
      );
    },
  );

  it('replaces a lone surrogate in a related search before building its URL', () => {
    const items = [{ type: 'related_searches', items: ['folding \ud83d', 'folding 🛶'] }];
    expect(toSearchResult(readTaskResult({ ...searchPage, items })).relatedSearches).toEqual([
      { query: 'folding \ufffd', link: 'https://www.google.de/search?q=folding%20%EF%BF%BD' },
      { query: 'folding 🛶', link: 'https://www.google.de/search?q=folding%20%F0%9F%9B%B6' },
    ]);
  });

  // The results of the first four engines have a text.
  it.each(readers.slice(0, 4))('%s: keeps the text if optional fields are malformed', (_, read, page) => {
    const paths = listPaths(page).filter((path) =>
      path.some((key) =>
        /^(?:sources|references|links|search_results|brand_entities|fan_out_queries)$/.test(key),
      ),
    );
    const completeResult = read(page);
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.constantFrom(...malformedValues), (path, malformedValue) => {
        // Every sentence of the answer contains "weighs".
        const countSentences = (result: object) =>
          'text' in result ? String(result.text).match(/weighs/g)?.length : 0;
        expect(countSentences(read(readTaskResult(replaceAt(page, path, malformedValue))))).toBe(
          countSentences(completeResult),
        );
      }),
      { numRuns: 100 },
    );
  });
});
