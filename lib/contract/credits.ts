import { type Engine, engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';

/* Imports no schemas, so that pages can load it. */

/** The part of a request that determines its credits. */
export type PricedRequest = Pick<MonitorRequest, 'state' | 'pages'> & { include?: MonitorRequest['include'] };

/**
 * Returns the credits of a request: those of the engine, +2 for any of chat's add-ons, +2 for `state`, +2 for each page
 * after the first, +2 for `include.overview`.
 */
export function getRequestCredits(engine: Engine, request: PricedRequest): number {
  const include = request.include ?? {};
  const addOn =
    engine === 'chat' && (include.rawResponse || include.searchQueries || include.ads || include.shopping);
  return (
    engineSpecs[engine].credits +
    (addOn ? 2 : 0) +
    (request.state === undefined ? 0 : 2) +
    2 * ((request.pages ?? 1) - 1) +
    (include.overview === undefined ? 0 : 2)
  );
}
