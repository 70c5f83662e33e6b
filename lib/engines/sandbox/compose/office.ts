import { apart } from '#lib/engines/sandbox/compose/chat';
import { type Draft, DraftWriter, type Span } from '#lib/engines/sandbox/draft';
import type { Outline } from '#lib/engines/sandbox/outline';
import type { Question } from '#lib/engines/sandbox/question';
import type { Ranked } from '#lib/engines/sandbox/retrieve';

/** The office assistant's manner: a short finding, named bullets, and an offer to go on. */
export function composeOffice(
  outline: Outline,
  question: Question,
  ranked: Ranked[],
  mostSources: number,
): Draft {
  const writer = new DraftWriter(mostSources);
  writer.add('heading', { text: 'Summary' });
  writer.add('paragraph', ...apart(outline.lead.map((piece) => writer.span(piece))));
  for (const { brand, pieces } of outline.items) {
    const spans = apart(pieces.map((piece) => writer.span(piece)));
    const named: Span[] =
      brand === undefined ? spans : [{ text: brand.name, bold: true }, { text: ': ' }, ...spans];
    writer.add(outline.ordered ? 'numbered' : 'bullet', ...named);
  }
  writer.add('paragraph', ...apart(outline.after.map((piece) => writer.span(piece))));
  writer.add('paragraph', { text: `Would you like a table of these ${question.category.name} to share?` });
  return writer.finish(ranked);
}
