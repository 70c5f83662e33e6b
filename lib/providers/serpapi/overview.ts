import type { OverviewResult, SearchResult } from '#lib/contract/results/search';
import { readCitedAnswer } from '#lib/providers/serpapi/cited-answer';
import { readVideos } from '#lib/providers/serpapi/videos';
import {
  lenientArray,
  lenientObject,
  omitEmpty,
  optionalNumber,
  optionalText,
} from '#lib/providers/shared/optional-fields';

type Overview = NonNullable<SearchResult['overview']> & { markdown: string };

/** Reads `ai_overview`; undefined if the engine shows no overview. */
export function readOverview(aiOverview: unknown): Overview | undefined {
  const { text, markdown, sources } = readCitedAnswer(aiOverview);
  if (text === '') return undefined;
  return { text, markdown, sources, videos: readVideos(aiOverview) };
}

/** Converts a page to an `overview` result; its text is empty if the engine shows no overview. */
export function toOverviewResult(aiOverview: unknown, page: unknown): Omit<OverviewResult, 'html'> {
  const overview = readOverview(aiOverview) ?? { text: '', markdown: '', sources: [], videos: [] };
  return { ...overview, ads: readAds(page) };
}

const adHolder = lenientObject({
  ads: lenientArray(
    lenientObject({
      position: optionalNumber,
      title: optionalText,
      link: optionalText,
      description: optionalText,
      snippet: optionalText,
    }),
  ),
});

/** Returns the text ads of a page, from top to bottom. */
export function readAds(page: unknown): OverviewResult['ads'] {
  return (adHolder.parse(page).ads ?? [])
    .flatMap(({ title, link, description, snippet }) =>
      title && link ? [{ title, link, ...omitEmpty({ snippet: description || snippet }) }] : [],
    )
    .map((ad, index) => ({ position: index + 1, ...ad }));
}
