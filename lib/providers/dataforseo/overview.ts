import type { OverviewResult } from '#lib/contract/results/search';
import { readSerp, type SerpItem } from '#lib/providers/dataforseo/item';
import { readOverview } from '#lib/providers/dataforseo/overview-item';
import { ProviderFailure } from '#lib/providers/provider';
import { told } from '#lib/providers/told';

/**
 * A page of results as this interface's `overview` result; an empty text where it shows no overview.
 * @throws ProviderFailure transient when there is one that the vendor could not load
 */
export function overviewResult(page: unknown): Omit<OverviewResult, 'html'> {
  const { items } = readSerp(page);
  const { text, markdown, sources, videos } = readOverview(items);
  if (text === '' && items.some(isNotLoaded)) {
    throw new ProviderFailure('transient', 'DataForSEO saw an overview but could not load it.');
  }
  return { text, markdown, sources, videos, ads: adsOf(items) };
}

/** An overview that Google fills in later, and that stayed empty. */
function isNotLoaded(item: SerpItem): boolean {
  return item.type === 'ai_overview' && item.asynchronous_ai_overview === true && !item.markdown;
}

/** The ads of a page, in their order; one without a title or an address is none. */
export function adsOf(items: SerpItem[]): OverviewResult['ads'] {
  return items
    .filter(({ type }) => type === 'paid')
    .flatMap(({ title, url, description }) =>
      title && url ? [{ title, link: url, ...told({ snippet: description }) }] : [],
    )
    .map((ad, index) => ({ position: index + 1, ...ad }));
}
