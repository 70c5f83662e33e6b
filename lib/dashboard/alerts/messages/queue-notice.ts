import { and, eq, gt, sql } from 'drizzle-orm';
import type { AlertNotice } from '#lib/dashboard/alerts/messages/notice';
import { getSendTime } from '#lib/dashboard/alerts/messages/quiet-hours';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { alertChannels, alertMessages } from '#lib/db/schema/alerts';
import { definePeriodicJob, enqueue } from '#lib/queue/jobs';

/** Sends the messages that are due; runs whenever one is queued, and every minute. */
export const sendAlertMessagesJob = definePeriodicJob('alerts-send', { policy: 'short', expireSeconds: 600 });

/**
 * Queues a notice for every channel of a project, in the caller's transaction. Notices during the quiet hours of a
 * channel are collected in one message.
 */
export async function queueNotice(
  context: Context,
  { projectId }: { projectId: string },
  notice: AlertNotice,
): Promise<void> {
  const { db, organizationId } = context;
  const channels = await db
    .select()
    .from(alertChannels)
    .where(hasValues(alertChannels, { organizationId, projectId }))
    // Prevents two concurrent notices from each starting a message.
    .for('no key update');
  for (const channel of channels) await queueForChannel(context, channel, notice);
  if (channels.length > 0) await enqueue(db, sendAlertMessagesJob, {});
}

/** Queues a notice for one channel. @param options.ignoresQuietHours for a test message */
export async function queueForChannel(
  { db, organizationId, clock }: Context,
  channel: typeof alertChannels.$inferSelect,
  notice: AlertNotice,
  { ignoresQuietHours = false } = {},
): Promise<void> {
  const now = clock.now();
  const sendAt = ignoresQuietHours ? now : getSendTime(channel, now);
  const { projectId, id: channelId } = channel;
  if (sendAt > now) {
    const { rowCount } = await db
      .update(alertMessages)
      .set({ notices: sql`${alertMessages.notices} || ${JSON.stringify([notice])}::jsonb` })
      .where(
        and(
          hasValues(alertMessages, { organizationId, channelId, status: 'pending', attempts: 0 }),
          gt(alertMessages.nextAttemptAt, now),
          eq(alertMessages.projectId, projectId),
        ),
      );
    if (rowCount) return;
  }
  await db.insert(alertMessages).values({
    organizationId,
    projectId,
    channelId,
    notices: [notice],
    nextAttemptAt: sendAt,
    createdAt: now,
  });
}
