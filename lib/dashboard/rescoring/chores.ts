import { z } from 'zod';
import { defineChore } from '#lib/queue/chores';

/**
 * Scores all answers of a project again by its present brands. One waiting a project: it reads the latest. Few
 * tries, for their waits double: after them it is taken up again each minute.
 */
export const rescoreProjectChore = defineChore({
  name: 'rescore-project',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  policy: 'short',
  retries: 2,
  expireSeconds: 15 * 60,
});

/** Takes up rescorings that stand still; every minute. */
export const resumeRescoringsChore = defineChore({
  name: 'resume-rescorings',
  schema: z.object({}),
  policy: 'exclusive',
  retries: 0,
});
