import { apart } from '#lib/engines/sandbox/compose/chat';
import { type Draft, DraftWriter, type Span } from '#lib/engines/sandbox/draft';
import type { Outline } from '#lib/engines/sandbox/outline';
import type { Ranked } from '#lib/engines/sandbox/retrieve';

/** The answer engine's manner: few words, many numbered sources. */
export function composeAnswer(outline: Outline, ranked: Ranked[], mostSources: number): Draft {
  const writer = new DraftWriter(mostSources);
  writer.add('paragraph', ...apart(outline.lead.map((piece) => writer.span(piece))));
  const named = outline.items.every(({ brand }) => brand !== undefined);
  const items = outline.items.map(({ brand, pieces }): Span[] => {
    const spans = apart(pieces.map((piece) => writer.span(piece)));
    return brand === undefined ? spans : [{ text: brand.name, bold: true }, { text: ': ' }, ...spans];
  });
  if (named && !outline.ordered) for (const item of items) writer.add('bullet', ...item);
  else
    writer.add(
      'paragraph',
      ...items.flatMap((item, index) => (index === 0 ? item : [{ text: ' ' }, ...item])),
    );
  writer.add('paragraph', ...apart(outline.after.map((piece) => writer.span(piece))));
  return writer.finish(ranked);
}
