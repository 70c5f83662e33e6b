import { type Draft, DraftWriter } from '#lib/sandbox/draft';
import type { Outline } from '#lib/sandbox/outline';
import type { Ranked } from '#lib/sandbox/retrieve';

/** The answer engine's manner: few words, many numbered sources. */
export function composeAnswer(outline: Outline, ranked: Ranked[], mostSources: number): Draft {
  const writer = new DraftWriter(mostSources);
  writer.add('paragraph', ...writer.spans(outline.lead));
  const named = outline.items.every(({ brand }) => brand !== undefined);
  const items = outline.items.map((item) => writer.item(item, '', ': '));
  if (named && !outline.ordered) for (const item of items) writer.add('bullet', ...item);
  else
    writer.add(
      'paragraph',
      ...items.flatMap((item, index) => (index === 0 ? item : [{ text: ' ' }, ...item])),
    );
  writer.add('paragraph', ...writer.spans(outline.after));
  return writer.finish(ranked);
}
