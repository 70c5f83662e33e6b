import { randomUUID } from 'node:crypto';
import { countriesOf } from '#lib/contract/coverage';
import { engines } from '#lib/contract/engines';
import { usStates } from '#lib/contract/geo';
import { routes } from '#lib/contract/routes';
import { toErrorResponse, toServiceError } from '#lib/core/error-response';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { toFieldErrors, validationError } from '#lib/core/validation';
import { authenticate } from '#lib/http/authenticate';
import { announceDeprecation } from '#lib/http/deprecation';
import { handlers } from '#lib/http/handlers';
import { type AnswerHeaders, figuresOf, setMonitorHeaders } from '#lib/http/headers';
import { limitRate } from '#lib/http/limit-rate';
import { type Match, type MatchRoute, MethodNotAllowed } from '#lib/http/match-route';
import type { ProcessMetrics } from '#lib/http/metrics/process-metrics';
import { readBody } from '#lib/http/read-body';
import type { SlotKeeper } from '#lib/service/credits/keep-slots';
import type { Caller } from '#lib/service/rate-limits/admit';
import type { Cost } from '#lib/service/requests/ask-provider';
import type { RequestLog } from '#lib/service/requests/request-log';
import type { Service } from '#lib/service/service';

/** What requests are answered with. */
export interface Answering {
  service: Service;
  slots: SlotKeeper;
  requestLog: RequestLog;
  metrics: ProcessMetrics;
  match: MatchRoute;
}

/** An answer that is not on its way yet. */
export interface Answered {
  status: number;
  headers: AnswerHeaders;
  /** JSON. */
  body: string;
}

/** Answers one request below /v1; whatever goes wrong comes out in the envelope. */
export async function answerCall(
  { service, slots, requestLog, metrics, match: matchRoute }: Answering,
  request: Request,
): Promise<Answered> {
  const startedAt = performance.now();
  const receivedAt = service.clock.now();
  const requestId = randomUUID();
  const headers: AnswerHeaders = new Map([
    ['Content-Type', 'application/json'],
    ['X-Request-Id', requestId],
  ]);
  const { pathname, searchParams } = new URL(request.url);
  let caller: Caller | undefined;
  let code: string | null = null;
  let cost: Cost | undefined;
  let status: number;
  let body: string;
  const match = matchRoute(request.method, pathname);
  if (!(match instanceof ServiceError)) announceDeprecation(headers, match.route);
  try {
    caller = await authenticate(service.db, request.headers.get('authorization') ?? undefined);
    await limitRate(service.db, { caller, path: pathname, headers });
    if (match instanceof ServiceError) throw match;
    const input = await readInput(match, searchParams, request);
    const context = {
      db: service.db,
      clock: service.clock,
      organizationId: caller.organizationId,
      actor: { kind: 'key', keyId: caller.keyId } as const,
    };
    const call = {
      ...{ service, slots, context, caller, requestId, headers, ...input },
      noteCost: (taken: Cost) => {
        cost = taken;
      },
      // Making it costs more than the rest of a GET; only what asks an engine looks at it, at once.
      get signal() {
        return request.signal;
      },
    };
    body = bodyOf(match, await handlers[match.name](call));
    status = match.route.status;
  } catch (caught) {
    const error = failureOfCall(caught, request, { requestId, path: pathname });
    if (caught instanceof MethodNotAllowed) headers.set('Allow', caught.allow);
    if (error.code === 'RATE_LIMIT_EXCEEDED' && caller && asksEngine(pathname)) {
      setMonitorHeaders(headers, figuresOf(caller));
    }
    code = error.code;
    body = JSON.stringify(toErrorResponse(error, service.clock.now()));
    status = error.status;
  }
  const latencyMs = Math.round(performance.now() - startedAt);
  if (asksEngine(pathname) && (status === 200 || status === 429)) {
    headers.set('X-Latency-Ms', String(latencyMs));
  }
  const route = match instanceof ServiceError ? 'none' : match.name;
  metrics.count({ route, method: request.method, status, ms: latencyMs });
  if (caller) {
    const { organizationId, keyId } = caller;
    const about = { organizationId, keyId, id: requestId, method: request.method, path: pathname };
    const creditsCharged = Number(headers.get('X-Credits-Charged') ?? 0);
    requestLog.add({ ...about, status, code, creditsCharged, latencyMs, receivedAt, cost });
  }
  return { status, headers, body };
}

/** Whether the 200s and 429s of a path carry the figures of an account. */
function asksEngine(path: string): boolean {
  return path === '/v1/monitor' || path.startsWith('/v1/monitor/') || path === routes.run.path;
}

/** Reads path, query and body by the route's schemas. The bodies of engines are read by their own verb. */
async function readInput({ route, params }: Match, searchParams: URLSearchParams, request: Request) {
  const wrong = [];
  for (const [schema, value] of [
    [route.params, params],
    [route.query, Object.fromEntries(searchParams)],
  ] as const) {
    wrong.push(...toFieldErrors(schema?.safeParse(value).error));
  }
  if (wrong.length > 0) throw validationError(wrong);
  const body = route.bodyBytes === undefined ? undefined : await readBody(request, route.bodyBytes);
  return { params, query: Object.fromEntries(searchParams), body };
}

/** Bodies of lists that never change, so that 249 countries are not checked and written for each request. */
const unchanging = new Map<unknown, string>();
const lists: ReadonlySet<unknown> = new Set([
  ...[undefined, ...engines].map((engine) => countriesOf(engine)),
  usStates,
]);

function bodyOf(match: Match, output: unknown): string {
  const written = unchanging.get(output) ?? JSON.stringify(checkOutput(match, output));
  if (lists.has(output)) unchanging.set(output, written);
  return written;
}

/** An engine's result is checked where it is made, before it is charged; everything else here. */
function checkOutput({ name, route }: Match, output: unknown): unknown {
  if (route.engine) return output;
  const parsed = route.output.safeParse(output);
  if (parsed.success) return parsed.data;
  throw new ServiceError('INTERNAL_SERVER_ERROR', {
    internal: `the output of ${name} breaks the contract: ${parsed.error.message}`,
  });
}

/** A client that leaves while its body is still being read makes the reading fail. */
function failureOfCall(caught: unknown, request: Request, about: Record<string, string>): ServiceError {
  if (!(caught instanceof ServiceError) && request.signal.aborted)
    return new ServiceError('REQUEST_CANCELED');
  const error = toServiceError(caught);
  if (error.status >= 500) {
    const why = error.internal ?? describeError(caught);
    log.error({ ...about, code: error.code, why }, 'a request failed');
  }
  return error;
}
