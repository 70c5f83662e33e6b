import { z } from 'zod';
import { defineChore } from '#lib/queue/chores';

/** Analyses what was received, until nothing is left; one waiting is enough. Also every minute. */
export const ingestAnswersChore = defineChore({
  name: 'ingest-answers',
  schema: z.object({}),
  policy: 'short',
  retries: 2,
  expireSeconds: 10 * 60,
});
