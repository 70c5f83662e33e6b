import type { Caller } from '#lib/service/rate-limits/admit';
import type { RequestFigures } from '#lib/service/requests/answer-request';

/** The headers of a response by their names. The class of the platform costs more than the rest of a short answer. */
export type AnswerHeaders = Map<string, string>;

/** X-RateLimit-*, on every response to an authenticated request. */
export function setRateHeaders(headers: AnswerHeaders, limit: number, counted: number): void {
  headers.set('X-RateLimit-Limit', String(limit));
  headers.set('X-RateLimit-Remaining', String(Math.max(0, limit - counted)));
}

/** X-Concurrent-* and X-Credits-*, on the 200s and 429s of monitor endpoints. */
export function setMonitorHeaders(headers: AnswerHeaders, figures: RequestFigures): void {
  headers.set('X-Concurrent-Limit', String(figures.concurrency));
  headers.set('X-Concurrent-Current', String(figures.inFlight));
  headers.set('X-Concurrent-Remaining', String(Math.max(0, figures.concurrency - figures.inFlight)));
  headers.set('X-Credits-Remaining', String(figures.balance));
  headers.set('X-Credits-Charged', String(figures.charged));
}

/** The figures of a request that was refused before anything was held. */
export function figuresOf(caller: Caller): RequestFigures {
  return { concurrency: caller.concurrency, inFlight: caller.inFlight, balance: caller.balance, charged: 0 };
}
