import { type Draft, DraftWriter } from '#lib/sandbox/draft';
import type { Outline } from '#lib/sandbox/outline';
import type { Intent } from '#lib/sandbox/question';
import type { Ranked } from '#lib/sandbox/retrieve';

const headings: Record<Intent, [list: string, after: string]> = {
  best: ['Good choices', 'Before you decide'],
  versus: ['Side by side', 'The difference'],
  alternatives: ['What to try instead', 'Before you switch'],
  price: ['What you pay', 'How to save'],
  problem: ['What goes wrong', 'What helps'],
  'how-to': ['Step by step', 'Brands that guides mention'],
  news: ['What happened', 'Good to know'],
  profile: ['Strengths and weaknesses', 'How it compares'],
};

/** The generative assistant's manner: headings and bullets, few sources. */
export function composeGen(outline: Outline, intent: Intent, ranked: Ranked[], mostSources: number): Draft {
  const writer = new DraftWriter(mostSources);
  const [list, after] = headings[intent];
  writer.add('paragraph', ...writer.spans(outline.lead));
  if (outline.items.length > 0) writer.add('heading', { text: list });
  for (const item of outline.items) writer.add('bullet', ...writer.item(item, ':', ' '));
  if (outline.after.length > 0) {
    writer.add('heading', { text: after });
    writer.add('paragraph', ...writer.spans(outline.after));
  }
  return writer.finish(ranked);
}
