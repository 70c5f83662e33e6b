import { retrieveDocuments } from '#lib/sandbox/answers/retrieve';
import { getProximity } from '#lib/sandbox/market/prices';
import { getSearchIndex } from '#lib/sandbox/market/search-index';
import type { MarketDocument } from '#lib/sandbox/market/write-document';
import { engineProfiles } from '#lib/sandbox/request/engine-profile';
import type { MarketSnapshot } from '#lib/sandbox/request/market-snapshot';
import type { RequestContext } from '#lib/sandbox/request/prompt';

const maxQueryLength = 300;

/**
 * Finds at least `minCount` pages for a query if the market has that many, best first: search hits, then
 * recently updated pages from nearby regions.
 */
export function findPages(
  { engine, snapshot, parsed, request }: RequestContext,
  minCount: number,
  accept: (document: MarketDocument) => boolean = () => true,
): MarketDocument[] {
  const profile = engineProfiles[engine];
  const query = request.prompt.slice(0, maxQueryLength).toLowerCase();
  const index = getSearchIndex();
  const hits = parsed ? retrieveDocuments(parsed, [query], profile, snapshot) : index.search(query);
  const found = new Set(hits.map(({ document }) => document).filter(accept));
  if (found.size >= minCount) return [...found];
  const others = index.documents
    .filter((document) => accept(document) && !found.has(document) && !snapshot.isExpired(document))
    .map((document) => {
      const { category, publisher } = document;
      const freshness = 0.5 ** (snapshot.getAgeDays(document) / profile.halfLifeDays);
      const proximity = getProximity(publisher.region, snapshot.region);
      const topicWeight = category === parsed?.category ? 4 : 1;
      const score = freshness * proximity * topicWeight * profile.publisherWeights[publisher.type];
      return { document, score };
    })
    .sort((a, b) => b.score - a.score || a.document.id - b.document.id)
    .slice(0, minCount - found.size);
  return [...found, ...others.map(({ document }) => document)];
}

/** Splits results into pages with at most two results per publisher on each. */
export function paginate(
  documents: MarketDocument[],
  pageCount: number,
  pageSize: number,
): MarketDocument[][] {
  let remaining = documents;
  return Array.from({ length: pageCount }, () => {
    const page = new Set<MarketDocument>();
    const countsByDomain = new Map<string, number>();
    for (const document of remaining) {
      if (page.size >= pageSize) break;
      const count = countsByDomain.get(document.publisher.domain) ?? 0;
      if (count >= 2) continue;
      countsByDomain.set(document.publisher.domain, count + 1);
      page.add(document);
    }
    remaining = remaining.filter((document) => !page.has(document));
    return [...page];
  });
}

/** Returns the number of results on a page; fewer on a phone. */
export function getPageSize(device: 'desktop' | 'mobile' = 'desktop'): number {
  return device === 'mobile' ? 8 : 10;
}

/** Builds the results of each page; `position` counts from 1 across pages. */
export function buildNumberedResults<Item, Result>(
  pages: Item[][],
  build: (item: Item, position: number, page: number) => Result,
): Result[][] {
  return pages.map((items, pageIndex) => {
    const previous = pages.slice(0, pageIndex).flat().length;
    return items.map((item, index) => build(item, previous + index + 1, pageIndex + 1));
  });
}

const relativeFormat = new Intl.RelativeTimeFormat('en');
const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats when a page was last updated, as search engines do: "5 hours ago", "Nov 3, 2026". */
export function formatRelativeDate(document: MarketDocument, snapshot: MarketSnapshot): string {
  const days = snapshot.getAgeDays(document);
  if (days < 1) return relativeFormat.format(-Math.max(1, Math.floor(days * 24)), 'hour');
  if (days < 7) return relativeFormat.format(-Math.floor(days), 'day');
  if (days < 28) return relativeFormat.format(-Math.floor(days / 7), 'week');
  return dateFormat.format((snapshot.day - days) * 86_400_000);
}
