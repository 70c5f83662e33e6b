import { render } from '@react-email/render';
import { eq } from 'drizzle-orm';
import { createElement } from 'react';
import type { Env } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { loadReportData } from '#lib/dashboard/reports/report-data';
import { getReport } from '#lib/dashboard/reports/reports';
import { getSubscription } from '#lib/dashboard/subscriptions/subscriptions';
import { type Context, withOrganization } from '#lib/db/client';
import { users } from '#lib/db/schema/organizations';
import { storeAttachments } from '#lib/email/attachments';
import { EmailDocument } from '#lib/email/email-document';
import { queueEmail } from '#lib/email/queue-email';
import { attachReport } from '#lib/report-emails/attach-report';
import { composeReportEmail, type ReportEmail } from '#lib/report-emails/compose-report-email';

type Settings = Pick<Env, 'CHROMIUM_PATH' | 'PRINT_BASE_URL' | 'APP_URL'>;

interface ReportId {
  projectId: string;
  reportId: string;
}

async function composeCurrentEmail(
  context: Context,
  { projectId, reportId }: ReportId,
  { settings, note }: { settings: Settings; note: string | null },
): Promise<ReportEmail> {
  const report = await getReport(context, { projectId, reportId });
  const filters = parseReportFilters(report, {}, context.clock);
  const data = await loadReportData(context, { filters, blocks: report.blocks });
  return composeReportEmail({ report, data, appUrl: settings.APP_URL }, note);
}

/** Returns the email of a report as HTML, as it would be sent now without attachments. */
export async function previewReportEmail(
  context: Context,
  id: ReportId,
  settings: Settings,
): Promise<string> {
  requirePermission(context.actor, 'projects.export');
  const { subject, ...content } = await composeCurrentEmail(context, id, { settings, note: null });
  return render(createElement(EmailDocument, { subject, content, appUrl: settings.APP_URL }));
}

/**
 * Sends the email of a subscription now, only to the acting member.
 * @returns the member's address
 * @throws ServiceError SERVICE_UNAVAILABLE if its PDF cannot be created
 */
export async function sendTestReport(
  context: Context,
  id: ReportId & { subscriptionId: string },
  settings: Settings,
): Promise<{ to: string }> {
  requirePermission(context.actor, 'shares.manage');
  const { report, subscription } = await getSubscription(context, id);
  const to = await getMemberEmail(context);
  const { files, note } = await attachReport(context, report, { kind: subscription.attachment, settings });
  const email = await composeCurrentEmail(context, id, { settings, note });
  await withOrganization(context, async (tx) => {
    const attachmentId = files.length > 0 ? await storeAttachments(tx, files) : undefined;
    await queueEmail(tx, {
      ...email,
      to,
      subject: `Test: ${email.subject}`,
      organizationId: tx.organizationId,
      ...(attachmentId && { attachmentId }),
      note: 'You asked for this test. Recipients get the same email with a link to unsubscribe.',
    });
  });
  return { to };
}

async function getMemberEmail({ db, actor }: Context): Promise<string> {
  const [user] =
    actor.kind === 'member'
      ? await db.select({ email: users.email }).from(users).where(eq(users.id, actor.userId))
      : [];
  if (!user) throw new ServiceError('INSUFFICIENT_PERMISSIONS');
  return user.email;
}
