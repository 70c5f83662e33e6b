import type { AnswerResult } from '#lib/contract/results/answer';
import { comparedAddress, domainOfAddress } from '#lib/core/compared-address';
import { citationPill } from '#lib/providers/citation-pill';
import type { PerplexityAnswer } from '#lib/providers/perplexity/answer';
import type { SearchResult, VendorImage, VendorVideo } from '#lib/providers/perplexity/body';
import { citationMarkers, withoutMarkers } from '#lib/providers/perplexity/markers';
import { plainText } from '#lib/providers/plain-text';
import { sourceList } from '#lib/providers/sources';
import { told } from '#lib/providers/told';

type Media = AnswerResult['images'][number];

/**
 * An answer as this interface's `answer` result. Sources are the vendor's numbered list; each marker in the
 * text is one pill. Its searches, hotels, places and shopping the vendor does not give: the list of searches is
 * empty, the others are left out. An image stands under the page it is from, and is its own thumbnail; of a video the
 * vendor tells the thumbnail alone. Neither is named but as told.
 */
export function answerResult(answer: PerplexityAnswer): Omit<AnswerResult, 'html'> {
  const sources = sourceList();
  const numbered = numberedSources(answer).map(({ url, title, snippet }) =>
    url ? sources.add(url, { label: title, description: snippet }) : undefined,
  );
  const markers = citationMarkers(answer.content, numbered.length);
  const citationPills = markers
    .flatMap((marker) => marker.numbers)
    .flatMap((number) => numbered[number - 1] ?? [])
    .map(citationPill);
  return {
    text: plainText(withoutMarkers(answer.content, markers)),
    markdown: answer.content,
    sources: sources.all(),
    citationPills,
    related_queries: answer.relatedQuestions,
    search_model_queries: [],
    images: answer.images.flatMap(imageEntry),
    videos: answer.videos.flatMap(videoEntry),
  };
}

/** `citations` gives the numbering; `search_results` what is known of each page, or both where it stands alone. */
function numberedSources({ citations, searchResults }: PerplexityAnswer): SearchResult[] {
  const numbered = citations.map((url, index) => {
    const isThisPage = (result: SearchResult) =>
      result.url && url ? comparedAddress(result.url) === comparedAddress(url) : false;
    const beside = searchResults[index];
    const told = beside && (!beside.url || isThisPage(beside)) ? beside : searchResults.find(isThisPage);
    return { ...told, url: url || told?.url };
  });
  return [...numbered, ...searchResults.slice(citations.length)];
}

function imageEntry(image: VendorImage): Media[] {
  const { title, width, height } = image;
  const picture = image.image_url || image.imageUrl || image.url || undefined;
  const url = image.origin_url || image.originUrl || picture;
  if (url === undefined) return [];
  const size = { image_width: width, image_height: height, thumbnail_width: width, thumbnail_height: height };
  return [
    {
      url,
      medium: 'image',
      ...told({ title, thumbnail: picture, source: domainOfAddress(url), ...(picture && size) }),
    },
  ];
}

function videoEntry(video: VendorVideo): Media[] {
  const { url, title, thumbnail_url, thumbnail_width, thumbnail_height } = video;
  if (!url) return [];
  const source = domainOfAddress(url);
  return [
    {
      url,
      medium: 'video',
      ...told({ title, thumbnail: thumbnail_url, source, thumbnail_width, thumbnail_height }),
    },
  ];
}
