import { type Engine, engineSpecs, engines, getEngineOfTaskType } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';

/* Imports no Zod schemas, so that client components can import it without bundling them. */

/** The part of a request that determines its credits. */
export type PricedRequest = Pick<MonitorRequest, 'state' | 'pages'> & { include?: MonitorRequest['include'] };

/**
 * Returns the credits of a request: those of the engine, +2 if it includes any of chat's extra fields (`rawResponse`,
 * `searchQueries`, `ads` or `shopping`), +2 for `state`, +2 for each page after the first, +2 for `include.overview`.
 */
export function getRequestCredits(engine: Engine, request: PricedRequest): number {
  const include = request.include ?? {};
  const hasExtraFields =
    engine === 'chat' && (include.rawResponse || include.searchQueries || include.ads || include.shopping);
  return (
    engineSpecs[engine].credits +
    (hasExtraFields ? 2 : 0) +
    (request.state === undefined ? 0 : 2) +
    2 * ((request.pages ?? 1) - 1) +
    (include.overview === undefined ? 0 : 2)
  );
}

/**
 * Estimates the credits of a request from its body as a client would send it, which may be incomplete or invalid:
 * fields that the engine does not accept, or of the wrong type, cost nothing here; other invalid values are not detected.
 * @param route the endpoint's name in the route table
 * @returns 0 for endpoints without a price
 */
export function estimateCredits(route: string, body: unknown): number {
  const record = toRecord(body);
  if (route === 'createTasks') {
    return Array.isArray(body)
      ? body.reduce((sum: number, task) => sum + estimateTask(toRecord(task)), 0)
      : 0;
  }
  if (route === 'createTask') return estimateTask(record);
  if (route === 'run') return getRequestCredits('chat', {});
  const name = route === 'monitor' ? record.model : route.replace(/^monitor:/, '');
  const engine = engines.find((candidate) => candidate === name);
  return engine && route.startsWith('monitor')
    ? getRequestCredits(engine, toPricedRequest(engine, record))
    : 0;
}

function estimateTask({ taskType, payload }: Record<string, unknown>): number {
  const engine = typeof taskType === 'string' ? getEngineOfTaskType(taskType) : undefined;
  return engine ? getRequestCredits(engine, toPricedRequest(engine, toRecord(payload))) : 0;
}

function toPricedRequest(engine: Engine, body: Record<string, unknown>): PricedRequest {
  const { acceptsState, acceptsPages, includeFlags } = engineSpecs[engine];
  const { overview, ...flags } = toRecord(body.include);
  const isObject = typeof overview === 'object' && overview !== null && !Array.isArray(overview);
  const hasOverview = engine === 'search' && (overview === true || isObject);
  return {
    ...(acceptsState && typeof body.state === 'string' ? { state: body.state } : {}),
    ...(acceptsPages && typeof body.pages === 'number' ? { pages: body.pages } : {}),
    include: {
      ...Object.fromEntries(includeFlags.filter((flag) => flags[flag] === true).map((flag) => [flag, true])),
      ...(hasOverview ? { overview: {} } : {}),
    },
  };
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
