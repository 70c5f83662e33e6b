import type { AnswerHeaders } from '#lib/http/headers';
import type { SlotKeeper } from '#lib/service/credits/keep-slots';
import type { Caller } from '#lib/service/rate-limits/admit';
import type { Cost } from '#lib/service/requests/ask-provider';
import type { Context, Service } from '#lib/service/service';

/** One request past authentication, rate limit and parsing: what a handler works with. */
export interface Call {
  service: Service;
  slots: SlotKeeper;
  context: Context;
  caller: Caller;
  requestId: string;
  params: Record<string, string>;
  /** As the client sent it; checked where the route has a `query` schema. */
  query: Record<string, string>;
  /** As the client sent it, parsed from JSON; checked where the route has a `body` schema. */
  body: unknown;
  /** Of the response; a handler may add to them. */
  headers: AnswerHeaders;
  /** Takes what the answer took, for the log of requests. */
  noteCost(cost: Cost): void;
  /** Aborted when the client has gone away. */
  signal: AbortSignal;
}
