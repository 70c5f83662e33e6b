import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { advisoryLocks } from '#lib/db/advisory-locks';
import { emailChannel } from '#lib/email/queue-email';
import { sendEmailsJob } from '#lib/email/send-emails';
import { startDispatcher } from '#lib/queue/dispatcher';
import { startJobRunner } from '#lib/queue/job-runner';
import { enqueue } from '#lib/queue/jobs';
import { listen } from '#lib/queue/listen';
import { flushService, type Service } from '#lib/service/instance/service';
import { createTaskSource } from '#lib/service/tasks/task-source';
import { createDeliverySource, deliveryLeaseSeconds } from '#lib/service/webhooks/delivery-source';
import { createJobHandlers } from '#lib/worker/jobs';

const pollMs = 1000;
/** Deliveries stop last. Those that do not end within this time are left to the next worker. */
const deliveryGraceMs = 1_000;
const maxDeliveries = 256;

export type Worker = Awaited<ReturnType<typeof startWorker>>;

/** Starts processing tasks, webhook deliveries and background jobs on a migrated database. */
export async function startWorker(service: Service, databaseUrl: string) {
  const { settings, db } = service;
  const tasks = startDispatcher(createTaskSource(service), {
    concurrency: settings.WORKER_CONCURRENCY,
    leaseMs: settings.LEASE_SECONDS * 1000,
    pollMs,
    batchSize: 200,
  });
  const deliveries = startDispatcher(createDeliverySource(service), {
    concurrency: maxDeliveries,
    leaseMs: deliveryLeaseSeconds * 1000,
    pollMs,
    batchSize: 200,
  });
  const refreshCircuits = () => {
    service.circuits
      .refresh()
      .then(tasks.wake, (error) => log.warn({ error: describeError(error) }, 'circuit refresh failed'));
  };
  const startSendingEmails = () => {
    if (settings.SMTP_URL === undefined) return;
    enqueue(db, sendEmailsJob, {}).catch((error) =>
      log.warn({ error: describeError(error) }, 'email job not enqueued'),
    );
  };
  // Queues must exist before other processes see this worker's advisory lock.
  const jobs = await startJobRunner(databaseUrl, createJobHandlers(service));
  const listener = await listen({
    databaseUrl,
    channels: {
      tasks: tasks.wake,
      deliveries: deliveries.wake,
      circuits: refreshCircuits,
      [emailChannel]: startSendingEmails,
    },
    onConnect: `SELECT pg_advisory_lock_shared(${advisoryLocks.workerPresence})`,
  });
  return {
    /**
     * Stops tasks and jobs, which get up to `SHUTDOWN_GRACE_SECONDS` to finish, and then deliveries, which get one second.
     * Releases the tasks and deliveries that have not finished.
     */
    async stop() {
      const graceSeconds = settings.SHUTDOWN_GRACE_SECONDS;
      await listener.stop();
      await Promise.all([tasks.stop(graceSeconds * 1000), jobs.stop(graceSeconds)]);
      await deliveries.stop(deliveryGraceMs);
      await flushService(service);
    },
  };
}
