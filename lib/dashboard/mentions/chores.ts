import { z } from 'zod';
import { defineChore } from '#lib/queue/chores';

/** Scores all answers of a project again by its present brands. One waiting a project: it reads the latest. */
export const rescoreProjectChore = defineChore({
  name: 'rescore-project',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  policy: 'short',
  expireSeconds: 15 * 60,
});
