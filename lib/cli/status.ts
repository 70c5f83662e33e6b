import { defineCommand } from '#lib/cli/command';
import { getEnv } from '#lib/core/env';
import { getInstanceStatus } from '#lib/service/instance/instance-status';

/** Shows the operator what runs, what waits and what is broken. */
export const statusCommand = defineCommand(
  {
    name: 'status',
    summary:
      'Show processes, queues, open circuits, provider checks, browser errors, jobs, credits, read replica, database size and migrations',
  },
  {},
  async ({ db }) => ({ status: await getInstanceStatus(db, getEnv()) }),
);
