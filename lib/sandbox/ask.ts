import { engineFacts } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { composeAnswer } from '#lib/sandbox/compose/answer';
import { composeChat } from '#lib/sandbox/compose/chat';
import { composeElsewhere } from '#lib/sandbox/compose/elsewhere';
import { composeGen } from '#lib/sandbox/compose/gen';
import { composeFromMemory, knowsByHeart } from '#lib/sandbox/compose/memory';
import { composeOffice } from '#lib/sandbox/compose/office';
import { composeOutside } from '#lib/sandbox/compose/outside';
import { composeOverview, showsOverview } from '#lib/sandbox/compose/overview';
import { composeSearchAi } from '#lib/sandbox/compose/search-ai';
import type { Draft } from '#lib/sandbox/draft';
import { fanOut, wordsOf } from '#lib/sandbox/fan-out';
import { withLocalLine } from '#lib/sandbox/local/mention';
import { outlineOf } from '#lib/sandbox/outline';
import { pageOf } from '#lib/sandbox/page';
import { type Ranked, retrieve } from '#lib/sandbox/retrieve';
import { type Scene, sceneOf } from '#lib/sandbox/scene';
import { searchIndex } from '#lib/sandbox/search';
import { tasteOn, tastes, type WritingEngine } from '#lib/sandbox/taste';

/** An answer of the sandbox before it takes an engine's result shape. */
export interface SandboxAnswer extends Scene {
  draft: Draft;
  /** What was searched for; empty where nothing was. */
  queries: string[];
  /** The pages that were found, best first. */
  ranked: Ranked[];
}

/** Answers a prompt as an engine would at an instant. */
export function ask(engine: WritingEngine, request: MonitorRequest, instant: Date): SandboxAnswer {
  const scene = sceneOf(engine, request, instant);
  const { draft, queries, ranked } = written(engine, scene);
  return { ...scene, draft: withLocalLine(draft, scene), queries, ranked };
}

function written(engine: WritingEngine, scene: Scene): Pick<SandboxAnswer, 'draft' | 'queries' | 'ranked'> {
  const { moment, question, request } = scene;
  if (engine === 'overview' && !showsOverview(scene)) {
    return { draft: { blocks: [], sources: [], cited: 0 }, queries: [], ranked: [] };
  }
  if (question === undefined) return elsewhere(engine, scene);
  if (engine === 'gen' && knowsByHeart(question)) {
    return { draft: composeFromMemory(question, moment), queries: [], ranked: [] };
  }
  const taste = tasteOn(engine, request.device);
  const queries = fanOut(question, engine, moment.date.getUTCFullYear());
  const ranked = retrieve(searchIndex(), question, queries, taste, moment);
  const outline = outlineOf(question, ranked, taste, moment);
  const compose: Record<WritingEngine, () => Draft> = {
    chat: () => composeChat(outline, ranked, taste.sources),
    gen: () => composeGen(outline, question.intent, ranked, taste.sources),
    answer: () => composeAnswer(outline, ranked, taste.sources),
    office: () => composeOffice(outline, question, ranked, taste.sources),
    searchai: () => composeSearchAi(outline, ranked, taste.sources),
    overview: () => composeOverview(outline, ranked, taste.sources),
  };
  return { draft: compose[engine](), queries, ranked };
}

/** A prompt about something the market does not sell: what the fictional world has in its stead, if anything. */
function elsewhere(engine: WritingEngine, scene: Scene): Pick<SandboxAnswer, 'draft' | 'queries' | 'ranked'> {
  const draft = composeElsewhere(scene, tastes[engine].sources);
  if (draft.sources.length === 0) return { draft: composeOutside(), queries: [], ranked: [] };
  return { draft, queries: [wordsOf(scene.request.prompt)], ranked: [] };
}

/** The answer's page, where the request asks for it. */
export function pagesOf({ draft, engine, request }: SandboxAnswer): { html?: string[] } {
  return request.include.html ? { html: [pageOf(draft, request.prompt, engineFacts[engine].label)] } : {};
}
