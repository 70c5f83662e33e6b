/** Credits per calendar month (UTC) and concurrency of each plan. */
export const plans = {
  free: { monthlyCredits: 500, syncConcurrency: 10, asyncConcurrency: 10 },
  team: { monthlyCredits: 37_500, syncConcurrency: 20, asyncConcurrency: 20 },
  business: { monthlyCredits: 650_000, syncConcurrency: 50, asyncConcurrency: 50 },
  scale: { monthlyCredits: 2_800_000, syncConcurrency: 100, asyncConcurrency: 100 },
} as const;

export type Plan = keyof typeof plans;

/** Limits that apply to every plan. */
export const limits = {
  requestsPerSecond: 500,
  /** Requests of the endpoint `/v1/run`. */
  runRequestsPerHour: 1_000,
  queuedTasks: 100_000,
  batchTasks: 500,
  /** How long a task waits for an unavailable provider: at most, and by default. */
  maxWaitSeconds: 21_600,
  defaultWaitSeconds: 300,
  bodyBytes: 256 * 1024,
  /** Items of lists and values of objects in a body or in a task of a batch: far more than any request needs. */
  bodyValues: 5_000,
  bodyDepth: 64,
  batchBodyBytes: 8 * 1024 * 1024,
  webhookAttempts: 5,
  webhookToleranceSeconds: 300,
} as const;

/** The scopes that limit what an API key may do; a key without scopes may do everything. */
export const apiScopes = ['read', 'tasks', 'sync', 'admin'] as const;
export type ApiScope = (typeof apiScopes)[number];
