import { engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { planAnswer } from '#lib/sandbox/answers/answer-plan';
import {
  composeAnswer,
  composeChat,
  composeGen,
  composeOffice,
  composeOverview,
  composeSearchAi,
  showsOverview,
} from '#lib/sandbox/answers/compose';
import type { Draft } from '#lib/sandbox/answers/draft';
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
import { createContext, type RequestContext } from '#lib/sandbox/request/context';
import { engineProfiles, getEngineProfile, type WritingEngine } from '#lib/sandbox/request/engine-profile';

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
