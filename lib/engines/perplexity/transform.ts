import type { AnswerResult } from '#lib/contract/results/answer';
import type { CitationPill } from '#lib/contract/results/shared';
import { comparedAddress, domainOfAddress } from '#lib/core/compared-address';
import type { PerplexityAnswer } from '#lib/engines/perplexity/answer';
import type { SearchResult, VendorImage, VendorVideo } from '#lib/engines/perplexity/body';
import { citationMarkers, withoutMarkers } from '#lib/engines/perplexity/markers';
import { plainText } from '#lib/engines/plain-text';
import { sourceList } from '#lib/engines/sources';

type Media = AnswerResult['images'][number];

/**
 * An answer as this interface's `answer` result. Sources are the vendor's numbered list; each marker in the
 * text is one pill. Its searches, hotels, places and shopping the vendor does not give: the list of searches is
 * empty, the others are left out. The size of a picture that it does not tell is 0.
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
    .map(
      (source, index): CitationPill => ({
        label: source.label,
        citationPillId: index + 1,
        url: source.url,
        domain: domainOfAddress(source.url),
        ...(source.description !== '' && { description: source.description }),
        position: source.position,
      }),
    );
  return {
    text: plainText(withoutMarkers(answer.content, markers)),
    markdown: answer.content,
    sources: sources.all(),
    citationPills,
    related_queries: answer.relatedQuestions,
    search_model_queries: [],
    images: answer.images.map(imageEntry).filter(({ url }) => url !== ''),
    videos: answer.videos.map(videoEntry).filter(({ url }) => url !== ''),
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

function imageEntry(image: VendorImage): Media {
  const picture = image.image_url ?? image.imageUrl ?? image.url ?? '';
  const page = image.origin_url ?? image.originUrl ?? picture;
  return {
    title: image.title ?? '',
    url: page,
    thumbnail: picture,
    medium: 'image',
    source: domainOfAddress(page),
    image_width: image.width ?? 0,
    image_height: image.height ?? 0,
    thumbnail_width: image.width ?? 0,
    thumbnail_height: image.height ?? 0,
  };
}

function videoEntry(video: VendorVideo): Media {
  return {
    title: video.title ?? '',
    url: video.url ?? '',
    thumbnail: video.thumbnail_url ?? '',
    medium: 'video',
    source: domainOfAddress(video.url ?? ''),
    image_width: 0,
    image_height: 0,
    thumbnail_width: video.thumbnail_width ?? 0,
    thumbnail_height: video.thumbnail_height ?? 0,
  };
}
