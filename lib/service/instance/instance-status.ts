import type { Env } from '#lib/core/env';
import type { PooledDatabase } from '#lib/db/client';
import { measureReplica } from '#lib/db/read-replica';
import { listOpenCircuits } from '#lib/service/circuit-breaker/circuit-store';
import { getInstanceDetails, getInstanceState } from '#lib/service/instance/instance-state';

export type InstanceStatus = Awaited<ReturnType<typeof getInstanceStatus>>;

/** Reads the processes, backlogs, jobs and open circuits of the instance, without data of organizations. */
export async function getInstanceStatus(db: PooledDatabase, settings: Env) {
  const [state, details, circuits, readReplica] = await Promise.all([
    getInstanceState(db),
    getInstanceDetails(db),
    listOpenCircuits(db),
    measureReplica(settings, db),
  ]);
  const openCircuits = circuits.map(({ provider, reason, openedAt, failedProbes }) => ({
    provider,
    reason,
    openedAt,
    failedProbes,
  }));
  return { ...state, openCircuits, readReplica, ...details };
}

/** Ages beyond which something is a problem, the same as in ops/prometheus/alerts.yml, which has no alert for `jobs`. */
const maxAgeSeconds = { queue: 600, deliveries: 120, inbox: 180, emails: 3600, jobs: 180 };

/** Lists what needs the operator's attention: what happened, and what to do. */
export function listProblems(
  status: InstanceStatus,
  { now, settings }: { now: Date; settings: Env },
): string[] {
  const { workers, queue, openCircuits, deliveries, inbox, emails, readReplica, jobsScheduledAt } = status;
  const jobsAge = jobsScheduledAt ? (now.getTime() - jobsScheduledAt.getTime()) / 1000 : 0;
  const hasOldTask = queue.some(({ oldestSeconds }) => oldestSeconds > maxAgeSeconds.queue);
  const problems: [isProblem: boolean, text: string][] = [
    [
      workers === 0,
      'No worker is running, so tasks, webhooks and emails wait. Start a worker process and read its log.',
    ],
    [
      openCircuits.length > 0,
      'Circuit breakers are open, so tasks of their providers wait. If the reason is quota, raise the quota at the provider.',
    ],
    [
      hasOldTask && openCircuits.length === 0,
      'A task has been queued for more than 10 minutes. If its organization has reached its concurrency limit, it waits for other tasks of the organization. Otherwise add workers or raise WORKER_CONCURRENCY.',
    ],
    [
      deliveries.oldestSeconds > maxAgeSeconds.deliveries,
      'Webhook deliveries start more than two minutes late. Add workers.',
    ],
    [
      inbox.oldestSeconds > maxAgeSeconds.inbox,
      'Received answers have not been ingested for more than three minutes. Look for the job ingest-answers in the logs of the workers.',
    ],
    [
      settings.SMTP_URL !== undefined && emails.oldestSeconds > maxAgeSeconds.emails,
      'An email has waited for more than an hour. Look for “sending an email failed” in the logs of the workers.',
    ],
    [
      readReplica?.isUsable === false,
      'The read replica is not used, so dashboard metrics are read from the primary. Look for “read replica not usable” in the logs of the web processes.',
    ],
    [
      jobsAge > maxAgeSeconds.jobs,
      'The recurring jobs have not been enqueued for more than three minutes. Restart the workers and read their logs.',
    ],
  ];
  return problems.flatMap(([isProblem, text]) => (isProblem ? [text] : []));
}
