import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type { RouteName } from '#lib/contract/routes';
import type { RequestMetrics } from '#lib/http/metrics';
import type { Context, Service } from '#lib/service/instance/service';
import type { Caller } from '#lib/service/rate-limits/authenticate-request';
import type { ProviderUsage } from '#lib/service/request-log/request-log';
import type { RequestUsage } from '#lib/service/requests/run-sync-request';

/** The dependencies of the HTTP layer, created once per process. */
export interface HttpServices {
  service: Service;
  metrics: RequestMetrics;
}

/** Response headers by name. A Map, because the platform's `Headers` is slow for short responses. */
export type ResponseHeaders = Map<string, string>;

/** The state of a request to /v1 or /mcp, shared by its middleware and its handler. */
export interface RequestContext {
  id: string;
  /** `none` for /mcp, and if no endpoint matches. */
  route: RouteName | 'none';
  method: string;
  /** As sent, without the query. */
  path: string;
  startedAtMs: number;
  receivedAt: Date;
  responseHeaders: ResponseHeaders;
  /** Set by handlers that called a provider, for the request log. */
  providerUsage?: ProviderUsage;
}

/** Parsed input of a request. Query and path parameters are valid; handlers of engines and tasks validate the body. */
export interface RequestInput {
  params: Record<string, string>;
  /** A list for parameters that can be repeated. */
  query: Record<string, string | string[]>;
  body: unknown;
}

/** The input of a handler. */
export interface HandlerInput extends RequestInput {
  service: Service;
  request: RequestContext;
  /** The platform's request; its signal is aborted when the client disconnects. */
  raw: Request;
  caller: Caller;
  context: Context;
}

/** Types of the Hono app: the Node.js request and response (not in Next.js), and what each middleware sets. */
export interface HonoEnv {
  Bindings: Partial<HttpBindings> | undefined;
  Variables: {
    /** Set by `assignRequestId`. */
    request: RequestContext;
    /** Set by `authenticate`. */
    caller: Caller;
    /** Set by `parseRequest`. */
    input: RequestInput;
  };
}

export type V1Context = HonoContext<HonoEnv>;

/** Sets the X-Concurrent-* and X-Credits-* headers of the response to a request that queries an engine. */
export function setMonitorHeaders(headers: ResponseHeaders, usage: RequestUsage): void {
  headers.set('X-Concurrent-Limit', String(usage.concurrency));
  headers.set('X-Concurrent-Current', String(usage.inFlight));
  headers.set('X-Concurrent-Remaining', String(Math.max(0, usage.concurrency - usage.inFlight)));
  headers.set('X-Credits-Remaining', String(usage.balance));
  headers.set('X-Credits-Charged', String(usage.charged));
}
