import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SigningSecrets } from '#lib/contract/sign-webhook';
import { decrypt, encrypt } from '#lib/core/crypto';
import { getEncryptionKey, getEnv } from '#lib/core/env';
import { invalidField, notFound } from '#lib/core/errors';
import { hasNonPublicHost, isAllowedHost } from '#lib/core/http-client';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { isTimeZone } from '#lib/core/time';
import { overlapDaysSchema, parseInput } from '#lib/core/validation';
import { queueForChannel, sendAlertMessagesJob } from '#lib/dashboard/alerts/messages/queue-notice';
import { getProject, lockProject } from '#lib/dashboard/projects/project';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { alertChannels } from '#lib/db/schema/alerts';
import { enqueue } from '#lib/queue/jobs';

const minuteSchema = z.int('Choose a time.').min(0, 'Choose a time.').max(1_439, 'Choose a time.').nullable();

const quietHoursFields = {
  quietFrom: minuteSchema.default(null),
  quietTo: minuteSchema.default(null),
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone such as Europe/Berlin.').default('UTC'),
};

/** Requires both times of quiet hours or neither. */
function requireBothTimes<T extends Record<'quietFrom' | 'quietTo', number | null>, I>(
  schema: z.ZodType<T, I>,
) {
  return schema.refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
    message: 'Choose both times, or leave both empty.',
    path: ['quietTo'],
  });
}

const quietHoursSchema = requireBothTimes(z.object(quietHoursFields));

const channelSchema = requireBothTimes(
  z.object({
    ...quietHoursFields,
    kind: z.enum(['email', 'webhook', 'slack'], 'Choose where messages are sent.'),
    target: z
      .string('Enter an email address or a URL.')
      .trim()
      .min(1, 'Enter an email address or a URL.')
      .max(2_000),
  }),
);
export type ChannelInput = z.input<typeof channelSchema>;
export type QuietHoursInput = z.input<typeof quietHoursSchema>;

const { id, kind, label, quietFrom, quietTo, timeZone, lastSentAt, lastError } = alertChannels;
const { previousSecretExpiresAt: previousUntil } = alertChannels;
const shownColumns = { id, kind, label, quietFrom, quietTo, timeZone, lastSentAt, lastError, previousUntil };

/**
 * A channel as pages show it, without its URL and secrets. `previousUntil` is the end of a rotation's overlap; null outside
 * an overlap.
 */
export type AlertChannel = Awaited<ReturnType<typeof listChannels>>[number];

const maxChannels = 20;
const channelNotFound = () => notFound('Channel not found. It may have been deleted.');
const getAssociatedData = (organizationId: string, channelId: string) =>
  `${organizationId}:alert-channel:${channelId}`;

/** Lists the channels of a project, oldest first. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export async function listChannels(context: Context, { projectId }: { projectId: string }) {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) return [];
  const channels = await withOrganization(context, ({ db, organizationId }) =>
    db
      .select(shownColumns)
      .from(alertChannels)
      .where(hasValues(alertChannels, { organizationId, projectId }))
      .orderBy(alertChannels.createdAt, id),
  );
  const now = context.clock.now();
  return channels.map((channel) => ({
    ...channel,
    previousUntil: isFuture(channel.previousUntil, now) ? channel.previousUntil : null,
  }));
}

const isFuture = (instant: Date | null, now: Date) => instant !== null && instant > now;

/**
 * Adds a channel to a project. Every alert of the project is sent to it.
 * @returns the ID of the channel; `secret` is the signing secret of a webhook, which cannot be read again, or null
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function createChannel(
  context: Context,
  { projectId, channel }: { projectId: string; channel: ChannelInput },
): Promise<{ id: string; secret: string | null }> {
  requirePermission(context.actor, 'alerts.manage');
  const { target: entered, ...input } = parseInput(channelSchema, channel);
  const target = input.kind === 'email' ? parseEmail(entered) : parseUrl(entered);
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    await lockProject(db, organizationId, projectId);
    if (
      (await db.$count(alertChannels, hasValues(alertChannels, { organizationId, projectId }))) >= maxChannels
    ) {
      throw invalidField('target', `A project can have at most ${maxChannels} channels. Delete one first.`);
    }
    const channelId = crypto.randomUUID();
    const secret = input.kind === 'webhook' ? createSecret() : null;
    const encryptText = (plain: string) =>
      encrypt(getEncryptionKey(), plain, getAssociatedData(organizationId, channelId));
    const shownLabel = input.kind === 'email' ? target : new URL(target).host;
    await db.insert(alertChannels).values({
      organizationId,
      projectId,
      id: channelId,
      ...input,
      label: shownLabel,
      createdAt: clock.now(),
      targetEncrypted: encryptText(target),
      secretEncrypted: secret && encryptText(secret),
    });
    await audit(tx, 'alert-channel.created', { id: channelId, label: shownLabel });
    return { id: channelId, secret };
  });
}

function parseEmail(text: string): string {
  const parsed = z.email().max(320).safeParse(text);
  if (!parsed.success) throw invalidField('target', 'Enter an email address such as team@acme.com.');
  return parsed.data;
}

function parseUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw invalidField('target', 'Enter a URL that starts with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('target', 'Remove the user name and password from the URL.');
  }
  const allowedHosts = getEnv().WEBHOOK_ALLOWED_HOSTS;
  if (hasNonPublicHost(url) && !isAllowedHost(url, allowedHosts)) {
    throw invalidField(
      'target',
      'This host is not public. Enter a URL that can be reached from the internet.',
    );
  }
  return url.href;
}

function createSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

interface ChannelKey {
  projectId: string;
  channelId: string;
}

type StoredChannel = typeof alertChannels.$inferSelect;

async function lockChannel({ db, organizationId }: Context, key: ChannelKey): Promise<StoredChannel> {
  if (!isUuid(key.projectId) || !isUuid(key.channelId)) throw channelNotFound();
  const [channel] = await db
    .select()
    .from(alertChannels)
    .where(hasValues(alertChannels, { organizationId, projectId: key.projectId, id: key.channelId }))
    .for('update');
  if (!channel) throw channelNotFound();
  return channel;
}

/**
 * Sets the quiet hours of a channel. The send time of waiting messages does not change.
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function setQuietHours(
  context: Context,
  { quietHours, ...key }: ChannelKey & { quietHours: QuietHoursInput },
): Promise<void> {
  requirePermission(context.actor, 'alerts.manage');
  const input = parseInput(quietHoursSchema, quietHours);
  await withOrganization(context, async (tx) => {
    const channel = await lockChannel(tx, key);
    const { db, organizationId } = tx;
    await db
      .update(alertChannels)
      .set(input)
      .where(hasValues(alertChannels, { organizationId, id: key.channelId }));
    await audit(tx, 'alert-channel.changed', channel);
  });
}

const rotateSchema = z.object({ overlapDays: overlapDaysSchema.default(0) });

/**
 * Replaces the signing secret of a webhook: the next message is signed with the new one.
 * @param input.overlapDays days for which messages are also signed with the old secret; 0 deletes it immediately
 * @returns the secret, which cannot be read again
 * @throws ServiceError VALIDATION_ERROR if the channel is not a webhook; RESOURCE_NOT_FOUND
 */
export async function rotateChannelSecret(
  context: Context,
  { overlapDays: requestedDays, ...key }: ChannelKey & z.input<typeof rotateSchema>,
): Promise<{ secret: string }> {
  requirePermission(context.actor, 'alerts.manage');
  const { overlapDays } = parseInput(rotateSchema, { overlapDays: requestedDays });
  const secret = createSecret();
  await withOrganization(context, async (tx) => {
    const channel = await lockChannel(tx, key);
    if (channel.kind !== 'webhook') throw invalidField('channelId', 'Only webhooks have a signing secret.');
    const { db, organizationId, clock } = tx;
    const secretEncrypted = encrypt(
      getEncryptionKey(),
      secret,
      getAssociatedData(organizationId, key.channelId),
    );
    await db
      .update(alertChannels)
      .set({
        secretEncrypted,
        previousSecretEncrypted: overlapDays === 0 ? null : channel.secretEncrypted,
        previousSecretExpiresAt:
          overlapDays === 0 ? null : new Date(clock.now().getTime() + overlapDays * 86_400_000),
      })
      .where(hasValues(alertChannels, { organizationId, id: key.channelId }));
    await audit(tx, 'alert-channel.rotated', channel, { overlapDays });
  });
  return { secret };
}

/** Deletes a channel with its waiting messages. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteChannel(context: Context, key: ChannelKey): Promise<void> {
  requirePermission(context.actor, 'alerts.manage');
  await withOrganization(context, async (tx) => {
    const channel = await lockChannel(tx, key);
    const { db, organizationId } = tx;
    await db.delete(alertChannels).where(hasValues(alertChannels, { organizationId, id: key.channelId }));
    await audit(tx, 'alert-channel.deleted', channel);
  });
}

/** Sends a test message to a channel, even during quiet hours. @throws ServiceError RESOURCE_NOT_FOUND */
export async function sendTestMessage(context: Context, key: ChannelKey): Promise<void> {
  requirePermission(context.actor, 'alerts.manage');
  await withOrganization(context, async (tx) => {
    const channel = await lockChannel(tx, key);
    const project = await getProject(tx, { projectId: key.projectId });
    const notice = {
      alertId: key.channelId,
      title: `Test message from ${project.name}`,
      category: 'finding' as const,
      raisedAt: tx.clock.now().toISOString(),
      details: [],
      numbers: null,
      isTest: true as const,
      summary: 'Alerts of this project will arrive here. No alert was raised.',
      view: { page: 'alerts', query: '' },
    };
    await queueForChannel(tx, channel, notice, { ignoresQuietHours: true });
    await enqueue(tx.db, sendAlertMessagesJob, {});
    await audit(tx, 'alert-channel.tested', channel);
  });
}

/**
 * Decrypts the target of a channel and its signing secrets, which are null for channels that are not signed.
 * @throws Error if encrypted with another key
 */
export function decryptChannel(
  channel: StoredChannel,
  now: Date,
): { target: string; secrets: SigningSecrets | null } {
  const { organizationId, id: channelId, secretEncrypted, previousSecretEncrypted } = channel;
  const decryptText = (value: string) =>
    decrypt(getEncryptionKey(), value, getAssociatedData(organizationId, channelId));
  const isOverlap = isFuture(channel.previousSecretExpiresAt, now);
  const previous =
    isOverlap && previousSecretEncrypted !== null ? decryptText(previousSecretEncrypted) : null;
  return {
    target: decryptText(channel.targetEncrypted),
    secrets: secretEncrypted === null ? null : { current: decryptText(secretEncrypted), previous },
  };
}

function audit(
  context: Context,
  action: Extract<Parameters<typeof recordAudit>[1]['action'], `alert-channel.${string}`>,
  channel: Pick<StoredChannel, 'id' | 'label'>,
  after?: Parameters<typeof recordAudit>[1]['after'],
): Promise<void> {
  return recordAudit(context, { action, target: channel.label, targetId: channel.id, after });
}
