import { type Engine, engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';

/** Credits per calendar month (UTC) and concurrency of each plan. */
export const plans = {
  free: { monthlyCredits: 500, syncConcurrency: 10, asyncConcurrency: 10 },
  team: { monthlyCredits: 37_500, syncConcurrency: 20, asyncConcurrency: 20 },
  business: { monthlyCredits: 650_000, syncConcurrency: 50, asyncConcurrency: 50 },
  scale: { monthlyCredits: 2_800_000, syncConcurrency: 100, asyncConcurrency: 100 },
} as const;

export type Plan = keyof typeof plans;

/** Limits of every organization. */
export const limits = {
  requestsPerSecond: 500,
  runRequestsPerHour: 1_000,
  queuedTasks: 100_000,
  batchTasks: 500,
  bodyBytes: 256 * 1024,
  batchBodyBytes: 8 * 1024 * 1024,
  webhookAttempts: 5,
  webhookToleranceSeconds: 300,
} as const;

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
