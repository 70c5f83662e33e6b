import { type Draft, DraftWriter } from '#lib/sandbox/draft';
import type { Outline } from '#lib/sandbox/outline';
import type { Ranked } from '#lib/sandbox/retrieve';
import type { Scene } from '#lib/sandbox/scene';
import { fraction } from '#lib/sandbox/seed';

const withoutOverview = 0.12;

/** The overview's manner: one sentence and a few bullets. */
export function composeOverview(outline: Outline, ranked: Ranked[], mostSources: number): Draft {
  const writer = new DraftWriter(mostSources);
  writer.add('paragraph', ...writer.spans(outline.lead));
  for (const item of outline.items) writer.add('bullet', ...writer.item(item, ':', ' '));
  return writer.finish(ranked);
}

/**
 * Whether the search engine shows an overview at all: not for what the market does not have, for news, for a brand's
 * bare name, and for some prompts that it leaves to its results.
 */
export function showsOverview({ question, request }: Scene): boolean {
  if (question === undefined || question.intent === 'news') return false;
  const bareName = question.intent === 'profile' && request.prompt.trim().split(/\s+/u).length <= 2;
  return !bareName && fraction(`${request.prompt.trim().toLowerCase()}:overview`) >= withoutOverview;
}
