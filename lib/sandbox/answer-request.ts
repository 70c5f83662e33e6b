import type { MonitorRequest } from '#lib/contract/requests';
import type { EngineResult } from '#lib/contract/results/by-engine';
import { answerPrompt, renderPages, type SandboxAnswer } from '#lib/sandbox/answers/answer';
import type { AnswerEngine, SandboxEngine } from '#lib/sandbox/request/engine-profile';
import { buildAnswerResult } from '#lib/sandbox/results/answer';
import { buildChatResult, buildGenResult } from '#lib/sandbox/results/chat';
import { buildEvents } from '#lib/sandbox/results/events';
import { answerNewsSearch } from '#lib/sandbox/results/news';
import { buildOfficeResult } from '#lib/sandbox/results/office';
import { answerSearch } from '#lib/sandbox/results/search';
import { buildOverviewResult, buildSearchAiResult } from '#lib/sandbox/results/search-ai';

/** An answer in the form that a provider returns, with every field the sandbox supports. */
export interface SandboxResponse<E extends SandboxEngine> {
  result: Omit<EngineResult<E>, 'html'>;
  /** One HTML page per page of results, if the request includes `html`. */
  html?: string[];
  /** The events an engine would have streamed, if the request includes `rawResponse`. */
  raw?: unknown[];
}

type Responder<E extends SandboxEngine> = (request: MonitorRequest, date: Date) => SandboxResponse<E>;

const responders: { [E in SandboxEngine]: Responder<E> } = {
  chat: createAnswerResponder('chat', buildChatResult),
  gen: createAnswerResponder('gen', buildGenResult),
  answer: createAnswerResponder('answer', buildAnswerResult),
  office: createAnswerResponder('office', buildOfficeResult),
  searchai: createAnswerResponder('searchai', buildSearchAiResult),
  overview: createAnswerResponder('overview', buildOverviewResult),
  search: answerSearch,
  'search/news': answerNewsSearch,
};

/**
 * Answers a request with data of the fictional market, without a network, for any date in the past or future. The same
 * request to the same engine in the same hour gets an identical answer.
 */
export function answerRequest<E extends SandboxEngine>(
  engine: E,
  request: MonitorRequest,
  date: Date,
): SandboxResponse<E> {
  return responders[engine](request, date);
}

function createAnswerResponder<E extends AnswerEngine>(
  engine: E,
  toResult: (answer: SandboxAnswer) => Omit<EngineResult<E>, 'html'>,
): Responder<E> {
  return (request, date) => {
    const answer = answerPrompt(engine, request, date);
    return {
      result: toResult(answer),
      ...renderPages(answer),
      ...(request.include.rawResponse ? { raw: buildEvents(answer) } : {}),
    };
  };
}
