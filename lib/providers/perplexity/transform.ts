import type { AnswerResult } from '#lib/contract/results/assistants';
import { getDomain, normalizeUrl } from '#lib/core/normalize';
import type { PerplexityAnswer } from '#lib/providers/perplexity/answer';
import { findCitationMarkers, removeMarkers } from '#lib/providers/perplexity/citation-markers';
import type { AnswerImage, AnswerVideo, SearchResult } from '#lib/providers/perplexity/schema';
import { omitEmpty } from '#lib/providers/shared/optional-fields';
import { plainText } from '#lib/providers/shared/plain-text';
import { createSourceList, toCitationPill } from '#lib/providers/shared/sources';

type Media = AnswerResult['images'][number];

/**
 * Converts an answer to an `answer` result. Sources are the numbered list; each number in a marker is one pill.
 * Perplexity returns no search queries, hotels, places or products. An image is its own thumbnail, listed under
 * the page it comes from; a video has only a thumbnail.
 */
export function toAnswerResult(answer: PerplexityAnswer): Omit<AnswerResult, 'html'> {
  const sources = createSourceList();
  const numbered = listNumberedPages(answer).map(({ url, title, snippet }) =>
    url ? sources.add(url, { label: title, description: snippet }) : undefined,
  );
  const markers = findCitationMarkers(answer.content, numbered.length);
  const cited = markers.flatMap(({ numbers }) => numbers).flatMap((number) => numbered[number - 1] ?? []);
  return {
    text: plainText(removeMarkers(answer.content, markers)),
    markdown: answer.content,
    sources: sources.all(),
    citationPills: cited.map(toCitationPill),
    related_queries: answer.relatedQuestions,
    search_model_queries: [],
    images: answer.images.flatMap(toImage),
    videos: answer.videos.flatMap(toVideo),
  };
}

/** `citations` has the numbering, `search_results` the details, or both if it is the only list. */
function listNumberedPages({ citations, searchResults }: PerplexityAnswer): SearchResult[] {
  const numbered = citations.map((url, index) => {
    const isThisPage = (result: SearchResult) =>
      result.url && url ? normalizeUrl(result.url) === normalizeUrl(url) : false;
    const sameIndex = searchResults[index];
    const details =
      sameIndex && (!sameIndex.url || isThisPage(sameIndex)) ? sameIndex : searchResults.find(isThisPage);
    return { ...details, url: url || details?.url };
  });
  return [...numbered, ...searchResults.slice(citations.length)];
}

function toImage(image: AnswerImage): Media[] {
  const { title, width, height } = image;
  const imageUrl = image.image_url || image.imageUrl || image.url || undefined;
  const url = image.origin_url || image.originUrl || imageUrl;
  if (url === undefined) return [];
  const size = { image_width: width, image_height: height, thumbnail_width: width, thumbnail_height: height };
  return [
    {
      url,
      medium: 'image',
      ...omitEmpty({ title, thumbnail: imageUrl, source: getDomain(url), ...(imageUrl && size) }),
    },
  ];
}

function toVideo(video: AnswerVideo): Media[] {
  const { url, title, thumbnail_url, thumbnail_width, thumbnail_height } = video;
  if (!url) return [];
  const details = {
    title,
    thumbnail: thumbnail_url,
    source: getDomain(url),
    thumbnail_width,
    thumbnail_height,
  };
  return [{ url, medium: 'video', ...omitEmpty(details) }];
}
