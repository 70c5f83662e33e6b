import { apart } from '#lib/engines/sandbox/compose/chat';
import { type Draft, DraftWriter, type Span } from '#lib/engines/sandbox/draft';
import type { Outline } from '#lib/engines/sandbox/outline';
import type { Ranked } from '#lib/engines/sandbox/retrieve';
import type { Scene } from '#lib/engines/sandbox/scene';
import { fraction } from '#lib/engines/sandbox/seed';

const withoutOverview = 0.12;

/** The overview's manner: one sentence and a few bullets. */
export function composeOverview(outline: Outline, ranked: Ranked[], mostSources: number): Draft {
  const writer = new DraftWriter(mostSources);
  writer.add('paragraph', ...apart(outline.lead.map((piece) => writer.span(piece))));
  for (const { brand, pieces } of outline.items) {
    const spans = apart(pieces.map((piece) => writer.span(piece)));
    const named: Span[] =
      brand === undefined ? spans : [{ text: `${brand.name}:`, bold: true }, { text: ' ' }, ...spans];
    writer.add('bullet', ...named);
  }
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
