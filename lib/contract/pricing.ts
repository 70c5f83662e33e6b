import { type Engine, engineFacts } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';

/** The part of a request that its price depends on. */
export type PricedRequest = Pick<MonitorRequest, 'state' | 'pages'> & { include?: MonitorRequest['include'] };

/**
 * What a request costs, in credits (interface.md, "Limits"; decisions.md, "Limits, credits"): the engine's
 * base, +2 once for any of chat's add-ons, +2 for `state`, +2 for each page after the first, +2 for
 * `include.overview`.
 */
export function creditsFor(engine: Engine, request: PricedRequest): number {
  const include = request.include ?? {};
  const addOn =
    engine === 'chat' && (include.rawResponse || include.searchQueries || include.ads || include.shopping);
  return (
    engineFacts[engine].credits +
    (addOn ? 2 : 0) +
    (request.state === undefined ? 0 : 2) +
    2 * ((request.pages ?? 1) - 1) +
    (include.overview === undefined ? 0 : 2)
  );
}
