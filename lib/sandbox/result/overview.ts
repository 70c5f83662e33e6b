import type { OverviewResult } from '#lib/contract/results/search';
import { searchAds } from '#lib/sandbox/ads';
import type { SandboxAnswer } from '#lib/sandbox/ask';
import { sourcesOf } from '#lib/sandbox/cite';
import { renderMarkdown, renderText } from '#lib/sandbox/render';
import { searchVideos } from '#lib/sandbox/result/search-ai';

/** The overview's result; empty text and no sources where the search engine shows none. */
export function overviewResult(answer: SandboxAnswer): Omit<OverviewResult, 'html'> {
  const shown = answer.draft.blocks.length > 0;
  const text = renderText(answer.draft);
  return {
    text,
    markdown: renderMarkdown(answer.draft, 'links'),
    sources: sourcesOf(answer.draft),
    videos: shown ? searchVideos(answer) : [],
    ads: searchAds(answer, text),
  };
}
