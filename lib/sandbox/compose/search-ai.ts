import { type Draft, DraftWriter } from '#lib/sandbox/draft';
import type { Outline } from '#lib/sandbox/outline';
import type { Ranked } from '#lib/sandbox/retrieve';

/** The AI mode's manner: a finding, then a section a brand with a paragraph of its own. */
export function composeSearchAi(outline: Outline, ranked: Ranked[], mostSources: number): Draft {
  const writer = new DraftWriter(mostSources);
  writer.add('paragraph', ...writer.spans(outline.lead));
  for (const { brand, pieces } of outline.items) {
    if (brand !== undefined) writer.add('heading', { text: brand.name });
    writer.add(brand === undefined ? 'bullet' : 'paragraph', ...writer.spans(pieces));
  }
  if (outline.after.length > 0) {
    writer.add('heading', { text: 'Good to know' });
    writer.add('paragraph', ...writer.spans(outline.after));
  }
  return writer.finish(ranked);
}
