import type { AnswerPlan } from '#lib/sandbox/answers/answer-plan';
import { type Draft, DraftWriter } from '#lib/sandbox/answers/draft';
import type { Ranked } from '#lib/sandbox/answers/retrieve';
import type { RequestContext } from '#lib/sandbox/request/context';
import type { Intent, ParsedPrompt } from '#lib/sandbox/request/prompt';
import { fraction } from '#lib/sandbox/text/hash';

/** Formats paragraphs, a ranked list with bold names and a closing remark. */
export function composeChat(plan: AnswerPlan, ranked: Ranked[], maxSources: number): Draft {
  const writer = new DraftWriter(maxSources);
  writer.add('paragraph', ...writer.spans(plan.intro));
  for (const item of plan.items) {
    writer.add(plan.ordered ? 'numbered' : 'bullet', ...writer.item(item, '', ' – '));
  }
  if (plan.after.length > 0) {
    writer.add('paragraph', { text: 'Worth knowing: ' }, ...writer.spans(plan.after));
  }
  return writer.finish(ranked);
}

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

/** Formats headings and bullets with few sources. */
export function composeGen(plan: AnswerPlan, intent: Intent, ranked: Ranked[], maxSources: number): Draft {
  const writer = new DraftWriter(maxSources);
  const [list, after] = headings[intent];
  writer.add('paragraph', ...writer.spans(plan.intro));
  if (plan.items.length > 0) writer.add('heading', { text: list });
  for (const item of plan.items) writer.add('bullet', ...writer.item(item, ':', ' '));
  if (plan.after.length > 0) {
    writer.add('heading', { text: after });
    writer.add('paragraph', ...writer.spans(plan.after));
  }
  return writer.finish(ranked);
}

/** Formats a short text with many numbered sources. */
export function composeAnswer(plan: AnswerPlan, ranked: Ranked[], maxSources: number): Draft {
  const writer = new DraftWriter(maxSources);
  writer.add('paragraph', ...writer.spans(plan.intro));
  const findBrands = plan.items.every(({ brand }) => brand !== undefined);
  const items = plan.items.map((item) => writer.item(item, '', ': '));
  if (findBrands && !plan.ordered) for (const item of items) writer.add('bullet', ...item);
  else
    writer.add(
      'paragraph',
      ...items.flatMap((item, index) => (index === 0 ? item : [{ text: ' ' }, ...item])),
    );
  writer.add('paragraph', ...writer.spans(plan.after));
  return writer.finish(ranked);
}

/** Formats a summary, bullets with brand names and an offer to continue. */
export function composeOffice(
  plan: AnswerPlan,
  parsed: ParsedPrompt,
  ranked: Ranked[],
  maxSources: number,
): Draft {
  const writer = new DraftWriter(maxSources);
  writer.add('heading', { text: 'Summary' });
  writer.add('paragraph', ...writer.spans(plan.intro));
  for (const item of plan.items) {
    writer.add(plan.ordered ? 'numbered' : 'bullet', ...writer.item(item, '', ': '));
  }
  writer.add('paragraph', ...writer.spans(plan.after));
  writer.add('paragraph', { text: `Would you like a table of these ${parsed.category.name} to share?` });
  return writer.finish(ranked);
}

/** Formats a summary, then a section per brand. */
export function composeSearchAi(plan: AnswerPlan, ranked: Ranked[], maxSources: number): Draft {
  const writer = new DraftWriter(maxSources);
  writer.add('paragraph', ...writer.spans(plan.intro));
  for (const { brand, statements } of plan.items) {
    if (brand !== undefined) writer.add('heading', { text: brand.name });
    writer.add(brand === undefined ? 'bullet' : 'paragraph', ...writer.spans(statements));
  }
  if (plan.after.length > 0) {
    writer.add('heading', { text: 'Good to know' });
    writer.add('paragraph', ...writer.spans(plan.after));
  }
  return writer.finish(ranked);
}

const withoutOverview = 0.12;

/** Formats one sentence and a few bullets. */
export function composeOverview(plan: AnswerPlan, ranked: Ranked[], maxSources: number): Draft {
  const writer = new DraftWriter(maxSources);
  writer.add('paragraph', ...writer.spans(plan.intro));
  for (const item of plan.items) writer.add('bullet', ...writer.item(item, ':', ' '));
  return writer.finish(ranked);
}

/**
 * Returns whether the search engine shows an overview: not for topics outside the market, for news, for a brand's bare
 * name, and for a share of the other prompts.
 */
export function showsOverview({ parsed, request }: RequestContext): boolean {
  if (parsed === undefined || parsed.intent === 'news') return false;
  const bareName = parsed.intent === 'profile' && request.prompt.trim().split(/\s+/u).length <= 2;
  return !bareName && fraction(`${request.prompt.trim().toLowerCase()}:overview`) >= withoutOverview;
}
