import { type Engine, engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { EngineResult } from '#lib/contract/results/by-engine';
import { postMonitorRequest, type RemoteOptions, toResponseError } from '#lib/providers/remote/api';
import { readRemoteResult } from '#lib/providers/remote/transform';
import { fetchPages } from '#lib/providers/shared/fetch-pages';
import { omitEmpty } from '#lib/providers/shared/optional-fields';
import { sanitize } from '#lib/providers/shared/parse-response';
import type { Provider } from '#lib/providers/shared/provider';

/** Serves any engine with another service that has this API. It makes its own retries, hence the long timeout. */
export function remoteProvider<E extends Engine>(engine: E, options: RemoteOptions): Provider<E> {
  return {
    name: 'remote',
    engine,
    timeoutMs: 180_000,
    async query(request, context) {
      const response = await postMonitorRequest(options, engine, toRequestBody(engine, request), context);
      if (response.status !== 200) throw toResponseError(response, context.clock.now());
      const { result, html, raw } = readRemoteResult(engine, response.text);
      const pages = request.include.html ? await fetchPages(html, options.baseUrl, context.signal) : [];
      return sanitize({
        // Validated with the schema of this engine.
        result: result as Omit<EngineResult<E>, 'html'>,
        ...(raw && { raw }),
        ...omitEmpty({
          html: pages,
          note: pages ? undefined : 'The remote service’s stored pages could not be fetched.',
        }),
      });
    },
  };
}

/** Sends only what was requested, because include flags cost credits. */
function toRequestBody(engine: Engine, request: MonitorRequest) {
  const { prompt, country, state, location, uule, device, pages, include } = request;
  const { promptField } = engineSpecs[engine];
  return { [promptField]: prompt, country, state, location, uule, device, pages, include };
}
