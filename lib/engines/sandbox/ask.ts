import { engineFacts } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { composeAnswer } from '#lib/engines/sandbox/compose/answer';
import { composeChat } from '#lib/engines/sandbox/compose/chat';
import { composeGen } from '#lib/engines/sandbox/compose/gen';
import { composeFromMemory, knowsByHeart } from '#lib/engines/sandbox/compose/memory';
import { composeOutside } from '#lib/engines/sandbox/compose/outside';
import type { Draft } from '#lib/engines/sandbox/draft';
import { fanOut } from '#lib/engines/sandbox/fan-out';
import { type Moment, momentAt } from '#lib/engines/sandbox/moment';
import { outlineOf } from '#lib/engines/sandbox/outline';
import { pageOf } from '#lib/engines/sandbox/page';
import { type Question, readQuestion } from '#lib/engines/sandbox/question';
import { retrieve } from '#lib/engines/sandbox/retrieve';
import { searchIndex } from '#lib/engines/sandbox/search';
import { type SandboxEngine, tastes } from '#lib/engines/sandbox/taste';

/** An answer of the sandbox before it takes an engine's result shape. */
export interface SandboxAnswer {
  draft: Draft;
  moment: Moment;
  /** Absent where the prompt is about something outside the market. */
  question?: Question;
  /** What was searched for; empty where nothing was. */
  queries: string[];
}

/** Answers a prompt as an engine would at an instant. */
export function ask(engine: SandboxEngine, request: MonitorRequest, instant: Date): SandboxAnswer {
  const moment = momentAt(instant, request.country);
  const question = readQuestion(request.prompt);
  if (question === undefined) return { draft: composeOutside(), moment, queries: [] };
  if (engine === 'gen' && knowsByHeart(question)) {
    return { draft: composeFromMemory(question, moment), moment, question, queries: [] };
  }
  const taste = tastes[engine];
  const queries = fanOut(question, engine, moment.date.getUTCFullYear());
  const ranked = retrieve(searchIndex(), question, queries, taste, moment);
  const outline = outlineOf(question, ranked, taste, moment);
  const compose = {
    chat: () => composeChat(outline, ranked, taste.sources),
    gen: () => composeGen(outline, question.intent, ranked, taste.sources),
    answer: () => composeAnswer(outline, ranked, taste.sources),
  };
  return { draft: compose[engine](), moment, question, queries };
}

/** The answer's page, where the request asks for it. */
export function pagesOf(
  engine: SandboxEngine,
  request: MonitorRequest,
  answer: SandboxAnswer,
): { html?: string[] } {
  return request.include.html
    ? { html: [pageOf(answer.draft, request.prompt, engineFacts[engine].label)] }
    : {};
}
