import { z } from 'zod';
import { defineJob } from '#lib/queue/jobs';

/** Deletes what is past its time. Every minute; one at a time. */
export const retentionJob = defineJob({
  name: 'service-retention',
  schema: z.object({}),
  policy: 'exclusive',
  retries: 0,
  expireSeconds: 600,
});
