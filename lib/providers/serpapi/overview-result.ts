import type { OverviewResult, SearchResult } from '#lib/contract/results/search';
import { someList, someNumber, someObject, someText } from '#lib/providers/lenient';
import { citedAnswer } from '#lib/providers/serpapi/cited-answer';
import { videosOf } from '#lib/providers/serpapi/videos';
import { told } from '#lib/providers/told';

type Overview = NonNullable<SearchResult['overview']>;
type SearchAd = OverviewResult['ads'][number];

/** The overview of a page, of either of the vendor's engines; undefined where the engine shows none. */
export function overviewOf(aiOverview: unknown): (Overview & { markdown: string }) | undefined {
  const { text, markdown, sources } = citedAnswer(aiOverview);
  if (text === '') return undefined;
  return { text, markdown, sources, videos: videosOf(aiOverview) };
}

/** This interface's `overview` result: an empty text where the engine shows none, the ads of the page either way. */
export function overviewResult(aiOverview: unknown, page: unknown): Omit<OverviewResult, 'html'> {
  const { text, markdown, sources, videos } = overviewOf(aiOverview) ?? {
    text: '',
    markdown: '',
    sources: [],
    videos: [],
  };
  return { text, sources, videos, ads: searchAds(page), markdown };
}

const holder = someObject({
  ads: someList(
    someObject({
      position: someNumber,
      title: someText,
      link: someText,
      description: someText,
      snippet: someText,
    }),
  ),
});

/** The text ads of a page, numbered from the top of the page to its end. */
export function searchAds(page: unknown): SearchAd[] {
  return (holder.parse(page).ads ?? [])
    .filter(({ title, link }) => title && link)
    .map(({ title, link, description, snippet }, index) => ({
      position: index + 1,
      title: title ?? '',
      link: link ?? '',
      ...told({ snippet: description || snippet }),
    }));
}
