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
const listing = { se_domain: 'google.de', items: createOrganicItems(pages, 12, true) };
const readers: [keyof typeof resultSchemas, (page: unknown) => object, object][] = [
  ['chat', toChatResult, createScrapedPage('chat_gpt', pages)],
  ['gen', toGenResult, createScrapedPage('gemini', pages)],
  ['searchai', toSearchAiResult, { items: [createAiOverview(pages)] }],
  ['overview', toOverviewResult, listing],
  ['search', toSearchResult, listing],
  ['search/news', toNewsResult, { items: createNewsItems(pages, 12) }],
];
const oddValues = [null, '', ' ', 'x', 0, -1, 1e9, 1.5, true, [], {}, [null], 'http://', '\ud83d'];

/** A page as it comes in: as the one result of a task. */
function received(page: unknown): unknown {
  const body = { status_code: 20_000, tasks: [{ status_code: 20_000, result: [page] }] };
  return readTask({ status: 200, headers: {}, text: JSON.stringify(body) }, new Date()).result;
}

describe('malformed DataForSEO responses', () => {
  it.each(readers)('%s: matches the contract with any value replaced', (engine, read, page) => {
    const paths = listPaths(page);
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.constantFrom(...oddValues), (path, odd) => {
        const result = read(received(replaceAt(page, path, odd)));
        expect(resultSchemas[engine].parse(result)).toEqual(result);
      }),
      { numRuns: 200 },
    );
  });

  it('replaces a lone surrogate in a related search before building its URL', () => {
    const items = [{ type: 'related_searches', items: ['folding \ud83d', 'folding 🛶'] }];
    expect(toSearchResult(received({ ...listing, items })).relatedSearches).toEqual([
      { query: 'folding \ufffd', link: 'https://www.google.de/search?q=folding%20%EF%BF%BD' },
      { query: 'folding 🛶', link: 'https://www.google.de/search?q=folding%20%F0%9F%9B%B6' },
    ]);
  });

  it.each(readers.slice(0, 4))(
    '%s: malformed fields next to the text do not lose the text',
    (_, read, page) => {
      const paths = listPaths(page).filter((path) =>
        path.some((key) =>
          /^(?:sources|references|links|search_results|brand_entities|fan_out_queries)$/.test(key),
        ),
      );
      const whole = read(page);
      fc.assert(
        fc.property(fc.constantFrom(...paths), fc.constantFrom(...oddValues), (path, odd) => {
          const words = (result: object) =>
            'text' in result ? String(result.text).match(/weighs/g)?.length : 0;
          expect(words(read(received(replaceAt(page, path, odd))))).toBe(words(whole));
        }),
        { numRuns: 100 },
      );
    },
  );
});
