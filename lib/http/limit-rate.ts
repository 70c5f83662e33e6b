import { limits } from '#lib/contract/plans';
import { routes } from '#lib/contract/routes';
import { ServiceError } from '#lib/core/errors';
import { type AnswerHeaders, setRateHeaders } from '#lib/http/headers';
import type { Caller } from '#lib/service/rate-limits/admit';
import { countHourly } from '#lib/service/rate-limits/count-hourly';
import type { Service } from '#lib/service/service';

interface Limited {
  caller: Caller;
  path: string;
  /** Of the response; gets its X-RateLimit-*. */
  headers: AnswerHeaders;
}

/**
 * Holds a request to the one-second window of all endpoints and, on /v1/run, to its own hour, of which its
 * headers then speak. Whatever is asked of /v1/run counts in the hour, refused or not.
 * @throws ServiceError RATE_LIMIT_EXCEEDED
 */
export async function limitRate(db: Service['db'], { caller, path, headers }: Limited): Promise<void> {
  setRateHeaders(headers, limits.requestsPerSecond, caller.requests);
  if (path === routes.run.path) {
    const { requests, endsAt } = await countHourly(db, caller.organizationId);
    setRateHeaders(headers, limits.runRequestsPerHour, requests);
    headers.set('X-RateLimit-Reset', String(endsAt));
    refuseOver(requests, limits.runRequestsPerHour, '1h');
  }
  refuseOver(caller.requests, limits.requestsPerSecond, '1s');
}

function refuseOver(requests: number, limit: number, window: string): void {
  if (requests > limit) throw new ServiceError('RATE_LIMIT_EXCEEDED', { details: { limit, window } });
}
