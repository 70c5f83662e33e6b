import { defineCommand } from '#lib/cli/command';
import { getEnv } from '#lib/core/env';
import { measureReplica } from '#lib/db/read-replica';
import { listOpenCircuits } from '#lib/service/circuit-breaker/circuit-store';
import { getInstanceDetails, getInstanceState } from '#lib/service/instance/instance-state';

/** Shows the operator what runs, what waits and what is broken. */
export const statusCommand = defineCommand(
  {
    name: 'status',
    summary:
      'Show processes, the queue, open circuits, deliveries, jobs, read replica, database size and migrations',
  },
  {},
  async ({ db }) => {
    const [state, details, circuits, readReplica] = await Promise.all([
      getInstanceState(db),
      getInstanceDetails(db),
      listOpenCircuits(db),
      measureReplica(getEnv(), db),
    ]);
    const openCircuits = circuits.map(({ provider, reason, openedAt, failedProbes }) => ({
      provider,
      reason,
      openedAt,
      failedProbes,
    }));
    return { status: { ...state, openCircuits, readReplica, ...details } };
  },
);
