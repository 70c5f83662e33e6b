import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Env } from '#lib/core/env';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { loadReportData } from '#lib/dashboard/reports/report-data';
import { getReport } from '#lib/dashboard/reports/reports';
import { computeNextDue } from '#lib/dashboard/subscriptions/due-time';
import { listRecipients } from '#lib/dashboard/subscriptions/recipients';
import { frozenMessage } from '#lib/dashboard/subscriptions/subscriptions';
import { type Context, createOperatorContext } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { organizations } from '#lib/db/schema/organizations';
import { reportSubscriptions } from '#lib/db/schema/subscriptions';
import { storeAttachments } from '#lib/email/attachments';
import { queueEmail } from '#lib/email/queue-email';
import { createRecipientToken, getUnsubscribeUrl } from '#lib/email/recipients/recipient-token';
import { definePeriodicJob } from '#lib/queue/jobs';
import { type Attachments, attachReport } from '#lib/report-emails/attach-report';
import { composeReportEmail, computeFingerprint } from '#lib/report-emails/compose-report-email';

/** Sends the reports that are due; runs every minute, in one process at a time. */
export const sendDueReportsJob = definePeriodicJob('report-subscriptions', { expireSeconds: 600 });

/** Time for which a report that cannot be created is retried. Afterwards, a PDF that cannot be created is left out. */
const maxRetryMs = 15 * 60_000;
const maxPerRun = 100;

type Settings = Pick<Env, 'CHROMIUM_PATH' | 'PRINT_BASE_URL' | 'APP_URL'>;
type Deps = Pick<Context, 'db' | 'clock'> & { settings: Settings };
type DueSubscription = typeof reportSubscriptions.$inferSelect & { nextDueAt: Date };

/**
 * Queues the emails of up to 100 subscriptions that are due. Per subscription, one transaction queues every email and
 * advances the due time, so each email is queued once, even if the job is repeated after a crash. After downtime, a
 * subscription is sent once, however many due times were missed.
 */
export async function sendDueReports(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const subscription of await listDueSubscriptions(deps)) {
    if (signal.aborted) return;
    await sendReport(deps, subscription).catch((error) => recordFailure(deps, subscription, error));
  }
}

async function listDueSubscriptions({ db, clock }: Deps): Promise<DueSubscription[]> {
  const rows = await db
    .select({ subscription: reportSubscriptions })
    .from(reportSubscriptions)
    .innerJoin(organizations, eq(organizations.id, reportSubscriptions.organizationId))
    .where(and(lte(reportSubscriptions.nextDueAt, clock.now()), isNull(organizations.deletesAt)))
    .orderBy(asc(reportSubscriptions.nextDueAt))
    .limit(maxPerRun);
  return rows.flatMap(({ subscription }) =>
    subscription.nextDueAt ? [{ ...subscription, nextDueAt: subscription.nextDueAt }] : [],
  );
}

async function sendReport({ db, clock, settings }: Deps, subscription: DueSubscription): Promise<void> {
  const { organizationId, projectId, reportId } = subscription;
  const context = createOperatorContext({ db, clock }, organizationId);
  const report = await getReport(context, { projectId, reportId });
  if (report.frozenAt) throw new ServiceError('VALIDATION_ERROR', { message: frozenMessage });
  const filters = parseReportFilters(report, {}, clock);
  const data = await loadReportData(context, { filters, blocks: report.blocks });
  const fingerprint = computeFingerprint(data);
  if (subscription.skipsUnchanged && fingerprint === subscription.fingerprint) {
    await advanceSubscription(context, subscription, { lastOutcome: 'unchanged', lastError: null });
    return;
  }
  const { attachments, error } = await createAttachments(context, { report, subscription, settings });
  const { subject, ...content } = composeReportEmail(
    { report, data, appUrl: settings.APP_URL },
    attachments.note,
  );
  await withOrganization(context, async (tx) => {
    const outcome = { lastOutcome: 'sent', lastError: error, fingerprint } as const;
    if (!(await advanceSubscription(tx, subscription, outcome))) return;
    const listed = await listRecipients(tx, { subscriptionIds: [subscription.id] });
    const recipients = listed.filter(({ receivesReport }) => receivesReport);
    const hasFiles = attachments.files.length > 0 && recipients.length > 0;
    const attachmentId = hasFiles ? await storeAttachments(tx, attachments.files) : undefined;
    for (const { id, email } of recipients) {
      const token = createRecipientToken({ organizationId, id, email });
      const unsubscribeUrl = getUnsubscribeUrl(token, settings.APP_URL);
      const to = { to: email, subject, organizationId, ...(attachmentId && { attachmentId }) };
      await queueEmail(tx, { ...content, ...to, unsubscribeUrl });
    }
  });
}

/** Creates the attachments. If a PDF still cannot be created after 15 minutes, it is left out, and the email explains it. */
async function createAttachments(
  context: Context,
  input: {
    report: Parameters<typeof attachReport>[1];
    subscription: DueSubscription;
    settings: Settings;
  },
): Promise<{ attachments: Attachments; error: string | null }> {
  const { report, subscription, settings } = input;
  try {
    const attachments = await attachReport(context, report, { kind: subscription.attachment, settings });
    return { attachments, error: null };
  } catch (error) {
    const isUnavailable = error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE';
    const canRetry = context.clock.now().getTime() - subscription.nextDueAt.getTime() < maxRetryMs;
    if (!isUnavailable || canRetry) throw error;
    const note = 'The PDF could not be created this time. Open the report to see its contents.';
    return { attachments: { files: [], note }, error: `Sent without the PDF. ${error.message}` };
  }
}

type Outcome = Pick<typeof reportSubscriptions.$inferInsert, 'lastOutcome' | 'lastError' | 'fingerprint'>;

/**
 * Advances a subscription to its next due time.
 * @returns false if another process has handled this due time, or the due time has changed in the meantime
 */
async function advanceSubscription(
  { db, organizationId, clock }: Context,
  subscription: DueSubscription,
  outcome: Outcome,
): Promise<boolean> {
  const { id, nextDueAt } = subscription;
  const now = clock.now();
  const completed = await db
    .update(reportSubscriptions)
    .set({ ...outcome, lastRunAt: now, nextDueAt: computeNextDue(subscription, now) })
    .where(hasValues(reportSubscriptions, { organizationId, id, nextDueAt }))
    .returning({ id: reportSubscriptions.id });
  return completed.length > 0;
}

/**
 * Records why a report was not sent. Temporary and unexpected errors are retried every minute for 15 minutes; after that,
 * and after other errors, the next report is sent at the next due time.
 */
async function recordFailure(
  { db, clock }: Deps,
  subscription: DueSubscription,
  error: unknown,
): Promise<void> {
  const { organizationId, id, nextDueAt } = subscription;
  log.warn({ subscription: id, error: describeError(error) }, 'sending a report failed');
  const isExpected = error instanceof ServiceError && error.code !== 'INTERNAL_SERVER_ERROR';
  const isPermanent = isExpected && error.code !== 'SERVICE_UNAVAILABLE';
  const isFinal = isPermanent || clock.now().getTime() - nextDueAt.getTime() >= maxRetryMs;
  const effect = isFinal
    ? 'The report could not be created and was not sent. The next one is sent at the next due time.'
    : 'The report could not be created. It will be retried.';
  const lastError = isExpected
    ? error.message
    : `${effect} If the problem persists, contact the operator of this instance.`;
  const context = createOperatorContext({ db, clock }, organizationId);
  if (isFinal) {
    await advanceSubscription(context, subscription, { lastOutcome: 'failed', lastError });
    return;
  }
  await db
    .update(reportSubscriptions)
    .set({ lastError })
    .where(hasValues(reportSubscriptions, { organizationId, id, nextDueAt }));
}
