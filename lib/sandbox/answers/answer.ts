import { engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { type AnswerPlan, planAnswer } from '#lib/sandbox/answers/answer-plan';
import { type Draft, DraftWriter } from '#lib/sandbox/answers/draft';
import {
  addLocalLine,
  composeOffTopic,
  composeOutOfScope,
  composeWithoutSearch,
  needsNoSearch,
} from '#lib/sandbox/answers/off-topic';
import { renderPage } from '#lib/sandbox/answers/render';
import { type Ranked, retrieve } from '#lib/sandbox/answers/retrieve';
import { buildSearchQueries, toSearchQuery } from '#lib/sandbox/answers/search-queries';
import { searchIndex } from '#lib/sandbox/market/search-index';
import { engineProfiles, getEngineProfile, type WritingEngine } from '#lib/sandbox/request/engine-profile';
import {
  createContext,
  type Intent,
  type ParsedPrompt,
  type RequestContext,
} from '#lib/sandbox/request/prompt';
import { fraction } from '#lib/sandbox/text/words';

/** Formats paragraphs, a ranked list with bold names and a closing remark. */
function composeChat(plan: AnswerPlan, ranked: Ranked[], maxSources: number): Draft {
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
function composeGen(plan: AnswerPlan, intent: Intent, ranked: Ranked[], maxSources: number): Draft {
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
function composeAnswer(plan: AnswerPlan, ranked: Ranked[], maxSources: number): Draft {
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
function composeOffice(plan: AnswerPlan, parsed: ParsedPrompt, ranked: Ranked[], maxSources: number): Draft {
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
function composeSearchAi(plan: AnswerPlan, ranked: Ranked[], maxSources: number): Draft {
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
function composeOverview(plan: AnswerPlan, ranked: Ranked[], maxSources: number): Draft {
  const writer = new DraftWriter(maxSources);
  writer.add('paragraph', ...writer.spans(plan.intro));
  for (const item of plan.items) writer.add('bullet', ...writer.item(item, ':', ' '));
  return writer.finish(ranked);
}

/**
 * Returns whether the search engine shows an overview: not for topics outside the market, for news, for a brand's bare
 * name, and for a share of the other prompts.
 */
function showsOverview({ parsed, request }: RequestContext): boolean {
  if (parsed === undefined || parsed.intent === 'news') return false;
  const bareName = parsed.intent === 'profile' && request.prompt.trim().split(/\s+/u).length <= 2;
  return !bareName && fraction(`${request.prompt.trim().toLowerCase()}:overview`) >= withoutOverview;
}

/** An answer before it gets an engine's result shape. */
export interface SandboxAnswer extends RequestContext {
  draft: Draft;
  /** The queries searched for; empty without a search. */
  queries: string[];
  /** The retrieved pages, best first. */
  ranked: Ranked[];
}

/** Answers a prompt as an engine would at a date. */
export function answerPrompt(engine: WritingEngine, request: MonitorRequest, instant: Date): SandboxAnswer {
  const context = createContext(engine, request, instant);
  const { draft, queries, ranked } = writeDraft(engine, context);
  return { ...context, draft: addLocalLine(draft, context), queries, ranked };
}

function writeDraft(
  engine: WritingEngine,
  context: RequestContext,
): Pick<SandboxAnswer, 'draft' | 'queries' | 'ranked'> {
  const { time, parsed, request } = context;
  if (engine === 'overview' && !showsOverview(context)) {
    return { draft: { blocks: [], sources: [], cited: 0 }, queries: [], ranked: [] };
  }
  if (parsed === undefined) return elsewhere(engine, context);
  if (engine === 'gen' && needsNoSearch(parsed)) {
    return { draft: composeWithoutSearch(parsed, time), queries: [], ranked: [] };
  }
  const profile = getEngineProfile(engine, request.device);
  const queries = buildSearchQueries(parsed, engine, time.date.getUTCFullYear());
  const ranked = retrieve(searchIndex(), parsed, queries, profile, time);
  const plan = planAnswer(parsed, ranked, profile, time);
  const compose: Record<WritingEngine, () => Draft> = {
    chat: () => composeChat(plan, ranked, profile.sources),
    gen: () => composeGen(plan, parsed.intent, ranked, profile.sources),
    answer: () => composeAnswer(plan, ranked, profile.sources),
    office: () => composeOffice(plan, parsed, ranked, profile.sources),
    searchai: () => composeSearchAi(plan, ranked, profile.sources),
    overview: () => composeOverview(plan, ranked, profile.sources),
  };
  return { draft: compose[engine](), queries, ranked };
}

/** Answers a prompt about something the market does not sell. */
function elsewhere(
  engine: WritingEngine,
  context: RequestContext,
): Pick<SandboxAnswer, 'draft' | 'queries' | 'ranked'> {
  const draft = composeOffTopic(context, engineProfiles[engine].sources);
  if (draft.sources.length === 0) return { draft: composeOutOfScope(), queries: [], ranked: [] };
  return { draft, queries: [toSearchQuery(context.request.prompt)], ranked: [] };
}

/** Renders the answer's HTML page if the request includes it. */
export function renderPages({ draft, engine, request }: SandboxAnswer): { html?: string[] } {
  return request.include.html ? { html: [renderPage(draft, request.prompt, engineSpecs[engine].label)] } : {};
}
