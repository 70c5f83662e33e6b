import { z } from 'zod';
import { defineChore } from '#lib/queue/chores';

/** Starts the runs of schedules whose slot has come; every minute. */
export const dueSchedulesChore = defineChore({
  name: 'due-schedules',
  schema: z.object({}),
  policy: 'exclusive',
  retries: 0,
});
