import type { MonitorRequest } from '#lib/contract/requests';
import type { ResultOf } from '#lib/contract/results/by-engine';
import type { Provider, ProviderAnswer } from '#lib/engines/provider';
import { ask, pagesOf, type SandboxAnswer } from '#lib/engines/sandbox/ask';
import { rawEvents } from '#lib/engines/sandbox/raw-events';
import { answerResult } from '#lib/engines/sandbox/result/answer';
import { chatResult } from '#lib/engines/sandbox/result/chat';
import { genResult } from '#lib/engines/sandbox/result/gen';
import type { SandboxEngine } from '#lib/engines/sandbox/taste';

const results: { [E in SandboxEngine]: (answer: SandboxAnswer) => Omit<ResultOf<E>, 'html'> } = {
  chat: chatResult,
  gen: genResult,
  answer: answerResult,
};

/**
 * The sandbox: answers offline from a fictional market, for the past and the future too. The same prompt,
 * engine, country and hour (of `asOf`, else of the clock) give the same answer to the letter.
 */
export function sandboxProvider<E extends SandboxEngine>(engine: E): Provider<E> {
  return {
    name: 'sandbox',
    engine,
    timeoutMs: 30_000,
    answersPast: true,
    async ask(request: MonitorRequest, { clock, signal }): Promise<ProviderAnswer<E>> {
      signal.throwIfAborted();
      const instant = request.asOf === undefined ? clock.now() : new Date(request.asOf);
      const answer = ask(engine, request, instant);
      const result = results[engine](answer);
      return {
        result,
        ...pagesOf(engine, request, answer),
        ...(request.include.rawResponse ? { raw: rawEvents(engine, answer) } : {}),
      };
    },
  };
}
