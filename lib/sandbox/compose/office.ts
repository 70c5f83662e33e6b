import { type Draft, DraftWriter } from '#lib/sandbox/draft';
import type { Outline } from '#lib/sandbox/outline';
import type { Question } from '#lib/sandbox/question';
import type { Ranked } from '#lib/sandbox/retrieve';

/** The office assistant's manner: a short finding, named bullets, and an offer to go on. */
export function composeOffice(
  outline: Outline,
  question: Question,
  ranked: Ranked[],
  mostSources: number,
): Draft {
  const writer = new DraftWriter(mostSources);
  writer.add('heading', { text: 'Summary' });
  writer.add('paragraph', ...writer.spans(outline.lead));
  for (const item of outline.items) {
    writer.add(outline.ordered ? 'numbered' : 'bullet', ...writer.item(item, '', ': '));
  }
  writer.add('paragraph', ...writer.spans(outline.after));
  writer.add('paragraph', { text: `Would you like a table of these ${question.category.name} to share?` });
  return writer.finish(ranked);
}
