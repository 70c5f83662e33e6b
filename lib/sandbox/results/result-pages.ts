import { retrieve } from '#lib/sandbox/answers/retrieve';
import type { MarketDocument } from '#lib/sandbox/market/documents';
import { getProximity } from '#lib/sandbox/market/prices';
import { searchIndex } from '#lib/sandbox/market/search-index';
import { engineProfiles } from '#lib/sandbox/request/engine-profile';
import type { RequestContext } from '#lib/sandbox/request/prompt';
import type { TimeContext } from '#lib/sandbox/request/time-context';

const maxQueryLength = 300;

/**
 * Finds at least `minCount` pages for a query if the market has as many, best first: what the query finds, then pages
 * that are close and fresh.
 */
export function findPages(
  { engine, time, parsed, request }: RequestContext,
  minCount: number,
  accept: (document: MarketDocument) => boolean,
): MarketDocument[] {
  const profile = engineProfiles[engine];
  const query = request.prompt.slice(0, maxQueryLength).toLowerCase();
  const index = searchIndex();
  const found = parsed === undefined ? index.search(query) : retrieve(index, parsed, [query], profile, time);
  const pages = new Set(found.map(({ document }) => document).filter(accept));
  if (pages.size >= minCount) return [...pages];
  const rest = index.market.documents
    .filter((document) => accept(document) && !pages.has(document) && !time.isOver(document))
    .map((document) => {
      const fresh = 0.5 ** (time.age(document) / profile.halfLifeDays);
      const near = getProximity(document.publisher.region, time.region);
      const topicWeight = document.category === parsed?.category ? 4 : 1;
      return { document, score: fresh * near * topicWeight * profile.publishers[document.publisher.type] };
    })
    .sort((a, b) => b.score - a.score || a.document.id - b.document.id)
    .slice(0, minCount - pages.size);
  return [...pages, ...rest.map(({ document }) => document)];
}

/** Splits results into pages with at most two of one publisher on a page, if possible. */
export function paginate(
  documents: MarketDocument[],
  pages: number,
  getPageSize: number,
): MarketDocument[][] {
  const waiting = [...documents];
  return Array.from({ length: pages }, () => {
    const page: MarketDocument[] = [];
    const shown = new Map<string, number>();
    for (let index = 0; index < waiting.length && page.length < getPageSize; ) {
      const document = waiting[index];
      const times = shown.get(document?.publisher.domain ?? '') ?? 0;
      if (document === undefined || times >= 2) {
        index += 1;
        continue;
      }
      shown.set(document.publisher.domain, times + 1);
      page.push(document);
      waiting.splice(index, 1);
    }
    return page;
  });
}

/** Returns the number of results on a page; fewer on a phone. */
export function getPageSize(device: 'desktop' | 'mobile' = 'desktop'): number {
  return device === 'mobile' ? 8 : 10;
}

const dayMs = 86_400_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats when a page was last updated, as search engines do: "5 hours ago", "Nov 3, 2026". */
export function formatRelativeDate(document: MarketDocument, time: TimeContext): string {
  const days = time.age(document);
  if (days < 1) return ago(Math.max(1, Math.floor(days * 24)), 'hour');
  if (days < 7) return ago(Math.floor(days), 'day');
  if (days < 28) return ago(Math.floor(days / 7), 'week');
  return dateOf(new Date((time.day - days) * dayMs));
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** Formats a day as "Nov 3, 2026" in UTC. */
function dateOf(date: Date): string {
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
