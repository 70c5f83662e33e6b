import { z } from 'zod';
import { defineChore } from '#lib/queue/chores';

/** Starts the next runs of the demo's history; each one that ends asks for more. */
export const fillHistoryChore = defineChore({
  name: 'fill-history',
  schema: z.object({ organizationId: z.uuid() }),
  policy: 'short',
});

/** The same for every demo whose history is not whole, should a request for more have been lost; every minute. */
export const resumeHistoryChore = defineChore({
  name: 'resume-history',
  schema: z.object({}),
  policy: 'exclusive',
  retries: 0,
});
