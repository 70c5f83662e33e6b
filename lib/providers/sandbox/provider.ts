import type { MonitorRequest } from '#lib/contract/requests';
import type { ResultOf } from '#lib/contract/results/by-engine';
import type { Provider, ProviderAnswer } from '#lib/providers/provider';
import { ask, pagesOf, type SandboxAnswer } from '#lib/sandbox/ask';
import { news } from '#lib/sandbox/listing/news';
import { search } from '#lib/sandbox/listing/search';
import { rawEvents } from '#lib/sandbox/raw/events';
import { answerResult } from '#lib/sandbox/result/answer';
import { chatResult } from '#lib/sandbox/result/chat';
import { genResult } from '#lib/sandbox/result/gen';
import { officeResult } from '#lib/sandbox/result/office';
import { overviewResult } from '#lib/sandbox/result/overview';
import { searchAiResult } from '#lib/sandbox/result/search-ai';
import type { SandboxEngine, WritingEngine } from '#lib/sandbox/taste';

type Play<E extends SandboxEngine> = (request: MonitorRequest, instant: Date) => ProviderAnswer<E>;

const plays: { [E in SandboxEngine]: Play<E> } = {
  chat: writes('chat', chatResult),
  gen: writes('gen', genResult),
  answer: writes('answer', answerResult),
  office: writes('office', officeResult),
  searchai: writes('searchai', searchAiResult),
  overview: writes('overview', overviewResult),
  search,
  'search/news': news,
};

function writes<E extends WritingEngine>(
  engine: E,
  resultOf: (answer: SandboxAnswer) => Omit<ResultOf<E>, 'html'>,
): Play<E> {
  return (request, instant) => {
    const answer = ask(engine, request, instant);
    const result = resultOf(answer);
    return {
      result,
      ...pagesOf(answer),
      ...(request.include.rawResponse ? { raw: rawEvents(answer) } : {}),
    };
  };
}

/**
 * The sandbox: answers offline from a fictional market, for the past and the future too. The same request to the
 * same engine in the same hour (of `asOf`, else of the clock) gets the same answer to the letter.
 */
export function sandboxProvider<E extends SandboxEngine>(engine: E): Provider<E> {
  return {
    name: 'sandbox',
    engine,
    timeoutMs: 30_000,
    answersPast: true,
    async ask(request, { clock, signal }) {
      signal.throwIfAborted();
      const instant = request.asOf === undefined ? clock.now() : new Date(request.asOf);
      return plays[engine](request, instant);
    },
  };
}
