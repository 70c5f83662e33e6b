import { apart } from '#lib/engines/sandbox/compose/chat';
import { type Draft, DraftWriter } from '#lib/engines/sandbox/draft';
import type { Outline } from '#lib/engines/sandbox/outline';
import type { Ranked } from '#lib/engines/sandbox/retrieve';

/** The AI mode's manner: a finding, then a section a brand with a paragraph of its own. */
export function composeSearchAi(outline: Outline, ranked: Ranked[], mostSources: number): Draft {
  const writer = new DraftWriter(mostSources);
  writer.add('paragraph', ...apart(outline.lead.map((piece) => writer.span(piece))));
  for (const { brand, pieces } of outline.items) {
    if (brand !== undefined) writer.add('heading', { text: brand.name });
    writer.add(
      brand === undefined ? 'bullet' : 'paragraph',
      ...apart(pieces.map((piece) => writer.span(piece))),
    );
  }
  if (outline.after.length > 0) {
    writer.add('heading', { text: 'Good to know' });
    writer.add('paragraph', ...apart(outline.after.map((piece) => writer.span(piece))));
  }
  return writer.finish(ranked);
}
