import { z } from 'zod';
import { defineChore } from '#lib/queue/chores';

/** Deletes what is past its time. Every minute; one at a time. */
export const retentionChore = defineChore({
  name: 'service-retention',
  schema: z.object({}),
  policy: 'exclusive',
  retries: 0,
  expireSeconds: 600,
});
