import { type Draft, DraftWriter, type Span } from '#lib/engines/sandbox/draft';
import type { Outline } from '#lib/engines/sandbox/outline';
import type { Ranked } from '#lib/engines/sandbox/retrieve';

/** The chat assistant's manner: paragraphs, a ranked list with bold names, a closing remark. */
export function composeChat(outline: Outline, ranked: Ranked[], mostSources: number): Draft {
  const writer = new DraftWriter(mostSources);
  writer.add('paragraph', ...apart(outline.lead.map((piece) => writer.span(piece))));
  for (const { brand, pieces } of outline.items) {
    const spans = apart(pieces.map((piece) => writer.span(piece)));
    const named: Span[] =
      brand === undefined ? spans : [{ text: brand.name, bold: true }, { text: ' – ' }, ...spans];
    writer.add(outline.ordered ? 'numbered' : 'bullet', ...named);
  }
  if (outline.after.length > 0) {
    const [first, ...rest] = outline.after.map((piece) => writer.span(piece));
    writer.add(
      'paragraph',
      { text: 'Worth knowing: ' },
      ...(first === undefined ? [] : apart([first, ...rest])),
    );
  }
  return writer.finish(ranked);
}

/** Spans with a space between them. */
export function apart(spans: Span[]): Span[] {
  return spans.flatMap((span, index) => (index === 0 ? [span] : [{ text: ' ' }, span]));
}
