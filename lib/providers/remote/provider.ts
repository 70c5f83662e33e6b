import { type Engine, engineFacts } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { ResultOf } from '#lib/contract/results/by-engine';
import { fetchPages } from '#lib/providers/fetch-pages';
import type { Provider } from '#lib/providers/provider';
import { postMonitor, type RemoteAccess } from '#lib/providers/remote/api';
import { failureOfRemoteReply } from '#lib/providers/remote/failure';
import { readRemoteResult } from '#lib/providers/remote/read-result';
import { storable } from '#lib/providers/storable';

/** Any engine by a service that speaks this same interface. It makes its own attempts, hence the long timeout. */
export function remoteProvider<E extends Engine>(engine: E, access: RemoteAccess): Provider<E> {
  return {
    name: 'remote',
    engine,
    timeoutMs: 180_000,
    answersPast: false,
    async ask(request, { signal, clock }) {
      const reply = await postMonitor(access, engine, requestBody(engine, request), signal);
      if (reply.status !== 200) throw failureOfRemoteReply(reply, clock.now());
      const { result, html, raw } = readRemoteResult(engine, reply.text);
      const pages = request.include.html ? await fetchPages(html, access.baseUrl, signal) : [];
      return storable({
        // The contract's schema of this very engine has read it.
        result: result as Omit<ResultOf<E>, 'html'>,
        ...(pages && pages.length > 0 && { html: pages }),
        ...(raw && { raw }),
        ...(!pages && { note: 'The remote service’s stored pages could not be fetched.' }),
      });
    },
  };
}

/** The request as this interface spells it: what was asked for and nothing more, for flags cost credits there. */
function requestBody(engine: Engine, request: MonitorRequest) {
  const { prompt, country, state, location, uule, device, pages, include } = request;
  const question = { [engineFacts[engine].promptField]: prompt };
  return { ...question, country, state, location, uule, device, pages, include };
}
