import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { advisoryLocks } from '#lib/db/advisory-locks';
import { startDispatcher } from '#lib/queue/dispatcher';
import { listen } from '#lib/queue/listen';
import { startChores } from '#lib/queue/work-chores';
import { circuitsOf } from '#lib/service/circuit-breaker/circuits-of';
import { figuresOf } from '#lib/service/provider-stats/keep-figures';
import type { Service } from '#lib/service/service';
import { taskSource } from '#lib/service/tasks/task-source';
import { deliveryLeaseSeconds, deliverySource } from '#lib/service/webhooks/delivery-source';
import { boundChores } from '#lib/worker/chores';

const pollMs = 1000;
const graceMs = 10_000;
const deliveriesAtOnce = 256;

export interface Worker {
  /** Stops claiming, finishes what is in hand for up to 10 seconds, gives the rest back. */
  stop(): Promise<void>;
}

/** Starts tasks, deliveries and chores on a migrated database. */
export async function startWorker(service: Service, databaseUrl: string): Promise<Worker> {
  const { settings } = service;
  const tasks = startDispatcher(taskSource(service), {
    concurrency: settings.WORKER_CONCURRENCY,
    leaseMs: settings.LEASE_SECONDS * 1000,
    pollMs,
    batch: 200,
  });
  const deliveries = startDispatcher(deliverySource(service), {
    concurrency: deliveriesAtOnce,
    leaseMs: deliveryLeaseSeconds * 1000,
    pollMs,
    batch: 200,
  });
  /** A vendor has stopped or begun to give answers. */
  const lookAgain = () => {
    circuitsOf(service.db)
      .refresh()
      .then(tasks.wake, (error) => log.warn({ error: describeError(error) }, 'circuits could not be read'));
  };
  // Before the presence: who sees a worker may enqueue chores.
  const chores = await startChores(databaseUrl, boundChores(service));
  const listener = await listen({
    databaseUrl,
    channels: { tasks: tasks.wake, deliveries: deliveries.wake, circuits: lookAgain },
    onConnect: { text: 'SELECT pg_advisory_lock_shared($1)', values: [advisoryLocks.workerPresence] },
  });
  return {
    async stop() {
      await listener.stop();
      await Promise.all([tasks.stop(graceMs), chores.stop(graceMs / 1000)]);
      // What the last tasks gave to deliver goes to the next worker.
      await deliveries.stop(graceMs / 10);
      await figuresOf(service.db).flush();
    },
  };
}
