import { render } from '@react-email/render';
import { eq } from 'drizzle-orm';
import { createElement } from 'react';
import { z } from 'zod';
import { type Env, getEnv } from '#lib/core/env';
import { invalidField, ServiceError } from '#lib/core/errors';
import { hasMailServer, noMailServerMessage } from '#lib/core/mail-server';
import { requirePermission } from '#lib/core/permissions';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { loadReportData } from '#lib/dashboard/reports/report-data';
import { getReport } from '#lib/dashboard/reports/reports';
import { getSubscription, subscriptionKey } from '#lib/dashboard/subscriptions/subscriptions';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { users } from '#lib/db/schema/organizations';
import { storeAttachments } from '#lib/email/attachments';
import { EmailDocument } from '#lib/email/email-document';
import { countEmail } from '#lib/email/email-limits';
import { queueEmail } from '#lib/email/queue-email';
import { requireVerifiedEmail } from '#lib/email/verified-sender';
import { defineOperation } from '#lib/operations/define-operation';
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
 * Returns the address of the member.
 * @throws ServiceError SERVICE_UNAVAILABLE if its PDF cannot be created; VALIDATION_ERROR without a mail server;
 *   INSUFFICIENT_PERMISSIONS if the member's address is not verified; RATE_LIMIT_EXCEEDED
 */
export const sendTestReport = defineOperation({
  name: 'subscriptions.send-test',
  title: 'Send a test email of a subscription',
  description:
    'Sends the email of a subscription now, only to the member who calls it. The recipients get nothing, and the next due time stays.',
  permission: 'shares.manage',
  effect: 'write',
  input: z.object(subscriptionKey),
  output: z.object({ to: z.string() }),
  unaudited: 'It sends the member who calls it an email, and changes nothing.',
  // Creating a PDF takes long.
  isTransaction: false,
  async run(context, key) {
    const settings = getEnv();
    const { report, subscription } = await getSubscription(context, key);
    if (!hasMailServer(settings)) throw invalidField('', noMailServerMessage);
    await requireVerifiedEmail(context);
    const to = await getMemberEmail(context);
    await countEmail(context, 'test', to);
    const { files, note } = await attachReport(context, report, { kind: subscription.attachment, settings });
    const email = await composeCurrentEmail(context, key, { settings, note });
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
  },
});

async function getMemberEmail({ db, actor }: Context): Promise<string> {
  const [user] =
    actor.kind === 'member'
      ? await db.select({ email: users.email }).from(users).where(eq(users.id, actor.userId))
      : [];
  if (!user) throw new ServiceError('INSUFFICIENT_PERMISSIONS');
  return user.email;
}
