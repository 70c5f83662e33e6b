import { getEnv } from '#lib/core/env';
import { invalidField } from '#lib/core/errors';
import { hasMailServer, noMailServerMessage } from '#lib/core/mail-server';
import { listRecipientStates, recipientProblems } from '#lib/dashboard/alerts/messages/channel-recipients';
import { channelKeySchema, lockChannel, toAuditTarget } from '#lib/dashboard/alerts/messages/channels';
import { queueForChannel, sendAlertMessagesJob } from '#lib/dashboard/alerts/messages/queue-notice';
import { getProject } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/context';
import type { alertChannels } from '#lib/db/schema/alerts';
import { countEmail } from '#lib/email/email-limits';
import { requestConfirmation } from '#lib/email/recipients/request-confirmation';
import { requireVerifiedEmail } from '#lib/email/verified-sender';
import { defineOperation } from '#lib/operations/define-operation';
import { enqueue } from '#lib/queue/jobs';

type Channel = typeof alertChannels.$inferSelect;

/**
 * @throws ServiceError RESOURCE_NOT_FOUND; for an email address also VALIDATION_ERROR without a mail server or if its
 *   recipient has not confirmed it or unsubscribed, INSUFFICIENT_PERMISSIONS without a verified address of the acting
 *   member, RATE_LIMIT_EXCEEDED
 */
export const sendTestMessage = defineOperation({
  name: 'alert-channels.send-test',
  title: 'Send a test message to a channel',
  description: 'Sends a test message to a channel, even during quiet hours. No alert is raised.',
  permission: 'alerts.manage',
  effect: 'write',
  input: channelKeySchema,
  audit: ['alert-channel.tested'],
  async run(context, key) {
    const channel = await lockChannel(context, key);
    if (channel.kind === 'email') await requireTestEmailAllowed(context, channel);
    const project = await getProject(context, { projectId: key.projectId });
    const notice = {
      alertId: key.channelId,
      title: `Test message from ${project.name}`,
      category: 'finding' as const,
      raisedAt: context.clock.now().toISOString(),
      details: [],
      numbers: null,
      isTest: true as const,
      summary: 'Alerts of this project will arrive here. No alert was raised.',
      view: { page: 'alerts', query: '' },
    };
    await queueForChannel(context, channel, notice, { ignoresQuietHours: true });
    await enqueue(context.db, sendAlertMessagesJob, {});
    await context.audit(toAuditTarget(channel));
  },
});

async function requireTestEmailAllowed(tx: Context, channel: Channel): Promise<void> {
  if (!hasMailServer(getEnv())) throw invalidField('channelId', noMailServerMessage);
  await requireVerifiedEmail(tx);
  const [state] = await listRecipientStates(tx, [channel]);
  if (state && state !== 'receives') throw invalidField('channelId', recipientProblems[state]);
  await countEmail(tx, 'test', channel.label.toLowerCase());
}

/**
 * @throws ServiceError VALIDATION_ERROR if there is nothing to confirm; RESOURCE_NOT_FOUND; INSUFFICIENT_PERMISSIONS
 *   without a verified address of the acting member; RATE_LIMIT_EXCEEDED
 */
export const resendConfirmation = defineOperation({
  name: 'alert-channels.resend-confirmation',
  title: 'Ask the recipient of a channel again',
  description: 'Sends the recipient of a channel another email with a link that confirms the address.',
  permission: 'alerts.manage',
  effect: 'write',
  input: channelKeySchema,
  audit: ['alert-channel.confirmation-requested'],
  async run(context, key) {
    const channel = await lockChannel(context, key);
    const [state] = await listRecipientStates(context, [channel]);
    if (state === 'unsubscribed') throw invalidField('channelId', recipientProblems.unsubscribed);
    if (state !== 'unconfirmed') {
      throw invalidField('channelId', 'This channel needs no confirmation. Messages are sent to it.');
    }
    const { name } = await getProject(context, { projectId: key.projectId });
    const recipients = [{ id: channel.id, email: channel.label.toLowerCase() }];
    await requestConfirmation(context, { recipients, kind: 'alerts', name });
    await context.audit(toAuditTarget(channel));
  },
});
