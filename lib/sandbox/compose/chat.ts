import { type Draft, DraftWriter } from '#lib/sandbox/draft';
import type { Outline } from '#lib/sandbox/outline';
import type { Ranked } from '#lib/sandbox/retrieve';

/** The chat assistant's manner: paragraphs, a ranked list with bold names, a closing remark. */
export function composeChat(outline: Outline, ranked: Ranked[], mostSources: number): Draft {
  const writer = new DraftWriter(mostSources);
  writer.add('paragraph', ...writer.spans(outline.lead));
  for (const item of outline.items) {
    writer.add(outline.ordered ? 'numbered' : 'bullet', ...writer.item(item, '', ' – '));
  }
  if (outline.after.length > 0) {
    writer.add('paragraph', { text: 'Worth knowing: ' }, ...writer.spans(outline.after));
  }
  return writer.finish(ranked);
}
