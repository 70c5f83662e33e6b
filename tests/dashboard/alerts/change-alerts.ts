import { createAlert, deleteAlert, editAlert, setAlertPaused } from '#lib/dashboard/alerts/alerts';
import {
  createChannel,
  deleteChannel,
  rotateChannelSecret,
  setQuietHours,
} from '#lib/dashboard/alerts/messages/channels';
import { sendAlertMessagesJob } from '#lib/dashboard/alerts/messages/queue-notice';
import { resendConfirmation, sendTestMessage } from '#lib/dashboard/alerts/messages/send-test-message';
import type { Context } from '#lib/db/context';
import { createJobQueues } from '#lib/queue/job-runner';
import { createEmail } from '#tests/support/owners';

/** Makes every change to alerts and channels that the audit log records. @returns secrets that the log must not contain */
export async function changeAlerts(
  context: Context,
  { projectId, databaseUrl }: { projectId: string; databaseUrl: string },
): Promise<string[]> {
  await createJobQueues(databaseUrl, [sendAlertMessagesJob]);
  const alert = { condition: { kind: 'page-lost' as const } };
  const { id: alertId } = await createAlert(context, { projectId, ...alert });
  await editAlert(context, { projectId, alertId, condition: { kind: 'model-changed' } });
  await setAlertPaused(context, { projectId, alertId, isPaused: true });
  await setAlertPaused(context, { projectId, alertId, isPaused: false });
  await deleteAlert(context, { projectId, alertId });
  const channel = { kind: 'webhook' as const, target: 'https://acme.com/alerts/a-secret-path' };
  const { id: channelId, secret } = await createChannel(context, { projectId, ...channel });
  const key = { projectId, channelId };
  await setQuietHours(context, { ...key, quietFrom: 60, quietTo: 120, timeZone: 'UTC' });
  const rotated = await rotateChannelSecret(context, key);
  await sendTestMessage(context, key);
  const { id: emailChannelId } = await createChannel(context, {
    projectId,
    kind: 'email',
    target: createEmail(),
  });
  await resendConfirmation(context, { projectId, channelId: emailChannelId });
  await deleteChannel(context, key);
  return [secret ?? '', rotated.secret, 'a-secret-path'];
}
