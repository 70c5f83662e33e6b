import type { Env } from '#lib/core/env';
import { joinSentences } from '#lib/core/lists';
import type { PooledDatabase } from '#lib/db/database';
import { measureReplica } from '#lib/scale/read-replica/measure-replica';
import { listOpenCircuits } from '#lib/service/circuit-breaker/circuit-store';
import { describeRetiredCircuit } from '#lib/service/circuit-breaker/describe-retired-circuit';
import { listBrowserErrors } from '#lib/service/instance/browser-errors';
import { getInstanceDetails, getInstanceState } from '#lib/service/instance/instance-state';
import { listProviderChecks, type ProviderCheck } from '#lib/service/provider-checks/check-store';
import { describeCheckFailure } from '#lib/service/provider-checks/describe-check';

export type InstanceStatus = Awaited<ReturnType<typeof getInstanceStatus>>;

/** Reads the processes, backlogs, jobs, open circuits and browser errors of the instance, without data of organizations. */
export async function getInstanceStatus(db: PooledDatabase, settings: Env) {
  const [state, details, circuits, providerChecks, readReplica, browserErrors] = await Promise.all([
    getInstanceState(db),
    getInstanceDetails(db),
    listOpenCircuits(db),
    listProviderChecks(db, settings),
    measureReplica(settings, db),
    listBrowserErrors(db),
  ]);
  const openCircuits = circuits.map(({ provider, engine, reason, openedAt, failedProbes }) => ({
    provider,
    /** Null if all engines that use the key are blocked. */
    engine,
    reason,
    openedAt,
    failedProbes,
    /** Says what the provider retired and what to do; null for other reasons. */
    notice: describeRetiredCircuit({ provider, reason }, settings),
  }));
  return { ...state, openCircuits, providerChecks, readReplica, browserErrors, ...details };
}

/** Ages beyond which something is a problem, the same as in ops/prometheus/alerts.yml, which has no alert for `jobs`. */
const maxAgeSeconds = { queue: 600, deliveries: 120, inbox: 180, emails: 3600, jobs: 180 };

const recentErrorMs = 24 * 3_600_000;

/** Lists what needs the operator's attention: what happened, and what to do. */
export function listProblems(
  status: InstanceStatus,
  { now, settings }: { now: Date; settings: Env },
): string[] {
  const {
    workers,
    queue,
    openCircuits,
    deliveries,
    inbox,
    emails,
    readReplica,
    jobsScheduledAt,
    browserErrors,
  } = status;
  const jobsAge = jobsScheduledAt ? (now.getTime() - jobsScheduledAt.getTime()) / 1000 : 0;
  const hasOldTask = queue.some(({ oldestSeconds }) => oldestSeconds > maxAgeSeconds.queue);
  const notices = new Set(openCircuits.flatMap(({ notice }) => notice ?? []));
  const problems: [isProblem: boolean, text: string][] = [
    [
      workers === 0,
      'No worker is running, so tasks, webhooks and emails wait. Start a worker process and read its log.',
    ],
    ...[...notices].map((notice): [boolean, string] => [
      true,
      `${notice} Until then, tasks of its engine fail. If the base URL of the provider is set, check it too.`,
    ]),
    [
      openCircuits.some(({ notice }) => notice === null),
      'Circuit breakers are open, so tasks of their providers wait. If the reason is quota, they fail: raise the quota at the provider.',
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
      browserErrors.some(({ lastReportedAt }) => now.getTime() - lastReportedAt.getTime() < recentErrorMs),
      'Browsers reported errors in pages within the last day. Look for “browser error” in the logs of the web processes, and report the stack to the developers of Answerscope.',
    ],
    [
      jobsAge > maxAgeSeconds.jobs,
      'The recurring jobs have not been enqueued for more than three minutes. Restart the workers and read their logs.',
    ],
  ];
  return [
    ...problems.flatMap(([isProblem, text]) => (isProblem ? [text] : [])),
    ...status.providerChecks.filter((check) => check.status === 'failed').map(describeFailedCheck),
  ];
}

/** Says what a failed check of a provider found, what to do, and how to repeat it. */
export function describeFailedCheck(check: ProviderCheck): string {
  return joinSentences([
    `The daily check of ${check.title} failed.`,
    describeCheckFailure(check),
    getCheckAction(check),
    `To repeat it, run npm run cli -- providers check --provider ${check.provider}.`,
  ]);
}

/** Returns what to do about a failed check; empty if the sentence about the failure says it. */
function getCheckAction({ error }: ProviderCheck): string {
  if (error === null)
    return 'Answers can be incomplete. Update Answerscope; if no update fixes it, report it.';
  if (error.kind === 'retired') return '';
  return 'Check the key, the quota and the status page of the provider.';
}
