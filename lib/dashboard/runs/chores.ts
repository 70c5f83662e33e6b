import { z } from 'zod';
import { defineChore } from '#lib/queue/chores';

/**
 * Sends a run's pending cells to the service as tasks. Few tries, for their waits double: after them the sweep
 * begins anew each minute.
 */
export const sendRunChore = defineChore({
  name: 'send-run',
  schema: z.object({ organizationId: z.uuid(), runId: z.uuid() }),
  policy: 'short',
  concurrency: 4,
  retries: 3,
  expireSeconds: 10 * 60,
});

/** Asks after cells that no webhook brought back, and sends what was left unsent; every minute. */
export const sweepRunsChore = defineChore({
  name: 'sweep-runs',
  schema: z.object({}),
  policy: 'exclusive',
  retries: 0,
  expireSeconds: 5 * 60,
});
