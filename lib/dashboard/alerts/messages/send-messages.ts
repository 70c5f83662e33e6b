import { and, asc, eq, getTableColumns, lt, lte, sql } from 'drizzle-orm';
import { signWebhook } from '#lib/contract/sign-webhook';
import { describeError } from '#lib/core/errors';
import { HttpError, requestSafely } from '#lib/core/http-client';
import { log } from '#lib/core/log';
import { getBackoffMs } from '#lib/core/time';
import { getAllowedHosts, type WebhookSettings } from '#lib/core/webhook-target';
import { listRecipientStates, recipientProblems } from '#lib/dashboard/alerts/messages/channel-recipients';
import { decryptChannel } from '#lib/dashboard/alerts/messages/channels';
import {
  formatEmail,
  formatSlack,
  formatWebhook,
  type MessageData,
} from '#lib/dashboard/alerts/messages/format-message';
import type { AlertNotice } from '#lib/dashboard/alerts/messages/notice';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { alertChannels, alertMessages } from '#lib/db/schema/alerts';
import { projects } from '#lib/db/schema/projects';
import { transaction } from '#lib/db/transaction';
import { queueEmail } from '#lib/email/queue-email';
import { createRecipientToken, getUnsubscribeUrl } from '#lib/email/recipients/recipient-token';

type Deps = Pick<Context, 'db' | 'clock'> & { settings: WebhookSettings };

const timeoutMs = 10_000;
const maxResponseBytes = 4_096;
/** Longer than an attempt can take, so that no other worker sends the same message meanwhile. */
const leaseMs = 30_000;
const backoff = { baseMs: 30_000, capMs: 3_600_000 };
/** With this backoff, the last attempt is made about 12 to 23 hours after the first. */
const maxAttempts = 30;
const retentionDays = 30;

/**
 * Sends the messages that are due until none is left or `signal` is aborted. A failed one is retried with exponential
 * backoff for up to a day. If a worker dies during an attempt, the attempt is repeated with the same ID after 30 seconds.
 */
export async function sendAlertMessages(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claimed = await transaction(deps.db, (db) => claimMessage({ ...deps, db }));
    if (!claimed) break;
    if (claimed !== 'settled') await attemptMessage(deps, claimed, signal);
  }
  const before = new Date(deps.clock.now().getTime() - retentionDays * 86_400_000);
  await deps.db
    .delete(alertMessages)
    .where(and(lt(alertMessages.createdAt, before), sql`status <> 'pending'`));
}

type Channel = typeof alertChannels.$inferSelect;
type Message = typeof alertMessages.$inferSelect;

interface ClaimedMessage {
  message: Message;
  channel: Channel;
  data: MessageData;
}

/** Number of due messages to try to lock. It exceeds the number of workers, each of which locks one message. */
const maxCandidates = 50;

/**
 * Locks the message that has been due the longest and that no other worker is sending.
 * @returns the message, its channel and the name of its project
 */
async function lockDueMessage(db: Database, now: Date) {
  const isDue = and(eq(alertMessages.status, 'pending'), lte(alertMessages.nextAttemptAt, now));
  const candidates = await db
    .select({ organizationId: alertMessages.organizationId, id: alertMessages.id })
    .from(alertMessages)
    .where(isDue)
    .orderBy(asc(alertMessages.nextAttemptAt))
    .limit(maxCandidates);
  for (const key of candidates) {
    const [due] = await db
      .select({
        message: getTableColumns(alertMessages),
        channel: getTableColumns(alertChannels),
        name: projects.name,
      })
      .from(alertMessages)
      .innerJoin(
        alertChannels,
        and(
          eq(alertChannels.organizationId, alertMessages.organizationId),
          eq(alertChannels.id, alertMessages.channelId),
        ),
      )
      .innerJoin(
        projects,
        and(
          eq(projects.organizationId, alertMessages.organizationId),
          eq(projects.id, alertMessages.projectId),
        ),
      )
      .where(and(hasValues(alertMessages, key), isDue))
      .for('update', { of: alertMessages, skipLocked: true });
    if (due) return due;
  }
  return undefined;
}

/**
 * Claims the message that has been due the longest. An email is added to the email queue, and its message is settled in
 * the same transaction.
 */
async function claimMessage(deps: Deps & { db: Database }): Promise<ClaimedMessage | 'settled' | undefined> {
  const { db, clock, settings } = deps;
  const now = clock.now();
  const due = await lockDueMessage(db, now);
  if (!due) return undefined;
  const { channel, name } = due;
  const attempts = due.message.attempts + 1;
  const message = { ...due.message, attempts };
  const data: MessageData = {
    id: message.id,
    project: { id: message.projectId, name },
    // The cast is safe: only code in this folder writes `notices`.
    notices: message.notices as AlertNotice[],
    appUrl: settings.APP_URL,
  };
  if (channel.kind === 'email') {
    await queueAlertEmail({ ...deps, db }, { message, channel, data });
    return 'settled';
  }
  const nextAttemptAt = new Date(now.getTime() + leaseMs);
  await db
    .update(alertMessages)
    .set({ attempts, nextAttemptAt })
    .where(hasValues(alertMessages, { organizationId: message.organizationId, id: message.id }));
  return { message, channel, data };
}

/** Queues the email of a message and marks the message as sent; as failed if its recipient must not get emails. */
async function queueAlertEmail(
  deps: Deps & { db: Database },
  { message, channel, data }: ClaimedMessage,
): Promise<void> {
  const { db, clock, settings } = deps;
  const { organizationId, id } = channel;
  const [state] = await listRecipientStates({ db, organizationId }, [channel]);
  if (state && state !== 'receives') {
    await db
      .update(alertMessages)
      .set({ status: 'failed', lastError: recipientProblems[state] })
      .where(hasValues(alertMessages, { organizationId, id: message.id }));
    return;
  }
  const { target } = decryptChannel(channel, clock.now());
  const token = createRecipientToken({ organizationId, id, email: target });
  const unsubscribeUrl = getUnsubscribeUrl(token, settings.APP_URL);
  await queueEmail({ db, clock }, { ...formatEmail(data), to: target, organizationId, unsubscribeUrl });
  await settleMessage(deps, { message, channel }, null);
}

async function attemptMessage(deps: Deps, claimed: ClaimedMessage, signal: AbortSignal): Promise<void> {
  const error = await sendMessage(deps, claimed, signal);
  await transaction(deps.db, (db) => settleMessage({ ...deps, db }, claimed, error));
}

/** Sends a message. @returns the reason why it failed, as a sentence; null if the endpoint accepted the message */
async function sendMessage(
  { clock, settings }: Deps,
  { message, channel, data }: ClaimedMessage,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const now = clock.now();
    const { target, secrets } = decryptChannel(channel, now);
    const body = channel.kind === 'slack' ? formatSlack(data) : formatWebhook(data);
    const signed = secrets
      ? signWebhook({ id: message.id, attempt: message.attempts, body }, secrets, now)
      : {};
    const allowedHosts = getAllowedHosts(new URL(target), settings);
    if (allowedHosts === undefined) return 'The host is not public, or it is this instance.';
    const { status } = await requestSafely(target, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Answerscope-Alerts/1.0', ...signed },
      body,
      timeoutMs,
      maxBytes: maxResponseBytes,
      allowedHosts,
      signal,
    });
    return status >= 200 && status < 300 ? null : `The endpoint responded with ${status}.`;
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    log.error({ message: message.id, error: describeError(error) }, 'alert delivery failed');
    return 'The message could not be sent.';
  }
}

/** Stores the result of an attempt, unless another worker has claimed the message in the meantime. */
async function settleMessage(
  { db, clock }: Deps & { db: Database },
  { message, channel }: Pick<ClaimedMessage, 'message' | 'channel'>,
  error: string | null,
): Promise<void> {
  const now = clock.now();
  const { organizationId, id, attempts } = message;
  const retryAt = new Date(now.getTime() + getBackoffMs(attempts, backoff));
  const isEmail = channel.kind === 'email';
  const { rowCount } = await db
    .update(alertMessages)
    .set(
      error === null
        ? { status: 'sent', sentAt: now, lastError: null, attempts }
        : {
            status: attempts >= maxAttempts ? 'failed' : 'pending',
            lastError: error,
            nextAttemptAt: retryAt,
          },
    )
    .where(
      hasValues(alertMessages, { organizationId, id, status: 'pending', ...(!isEmail && { attempts }) }),
    );
  if (!rowCount) return;
  await db
    .update(alertChannels)
    .set(error === null ? { lastSentAt: now, lastError: null } : { lastError: error })
    .where(hasValues(alertChannels, { organizationId, id: channel.id }));
}
