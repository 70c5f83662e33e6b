import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SigningSecrets } from '#lib/contract/sign-webhook';
import { decrypt, encrypt } from '#lib/core/crypto';
import { getEncryptionKey, getEnv } from '#lib/core/env';
import { invalidField, notFound } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { isTimeZone } from '#lib/core/time';
import { idSchema, overlapDaysSchema } from '#lib/core/validation';
import { getWebhookTarget } from '#lib/core/webhook-target';
import { askRecipient, listRecipientStates } from '#lib/dashboard/alerts/messages/channel-recipients';
import { lockProject, projectIdSchema } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { alertChannels } from '#lib/db/schema/alerts';
import { createdSchema, defineOperation } from '#lib/operations/define-operation';

const minuteSchema = z.int('Choose a time.').min(0, 'Choose a time.').max(1_439, 'Choose a time.').nullable();

const quietHoursFields = {
  quietFrom: minuteSchema.default(null).describe('Minutes after midnight. Null for no quiet hours.'),
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

const { id, kind, label, quietFrom, quietTo, timeZone, lastSentAt, lastError } = alertChannels;
const { previousSecretExpiresAt: previousUntil, confirmedAt, unsubscribedAt } = alertChannels;
const messageColumns = { quietFrom, quietTo, timeZone, lastSentAt, lastError, previousUntil };
const shownColumns = { id, kind, label, ...messageColumns, confirmedAt, unsubscribedAt };

/**
 * A channel as pages show it, without its URL and secrets. `previousUntil` is the end of a rotation's overlap; null outside
 * an overlap. `recipientState` is null unless the channel is an email address.
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
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const channels = await db
      .select(shownColumns)
      .from(alertChannels)
      .where(hasValues(alertChannels, { organizationId, projectId }))
      .orderBy(alertChannels.createdAt, id);
    const states = await listRecipientStates(tx, channels);
    const now = clock.now();
    return channels.map((channel, index) => ({
      ...channel,
      previousUntil: isFuture(channel.previousUntil, now) ? channel.previousUntil : null,
      recipientState: states[index] ?? null,
    }));
  });
}

const isFuture = (instant: Date | null, now: Date) => instant !== null && instant > now;

/**
 * `secret` is the signing secret of a webhook, which cannot be read again, or null.
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND; for an email address also INSUFFICIENT_PERMISSIONS without a
 *   verified address of the acting member, RATE_LIMIT_EXCEEDED
 */
export const createChannel = defineOperation({
  name: 'alert-channels.create',
  title: 'Add a channel for alerts',
  description:
    'Adds a channel to a project. Every alert of the project is sent to it; to an email address only after its recipient has confirmed it, unless it is the verified address of a member. The signing secret of a webhook is returned only here.',
  permission: 'alerts.manage',
  effect: 'write',
  input: requireBothTimes(
    z.object({
      projectId: projectIdSchema,
      ...quietHoursFields,
      kind: z.enum(['email', 'webhook', 'slack'], 'Choose where messages are sent.'),
      target: z
        .string('Enter an email address or a URL.')
        .trim()
        .min(1, 'Enter an email address or a URL.')
        .max(2_000)
        .describe('An email address, or the URL of a webhook.'),
    }),
  ),
  output: createdSchema.extend({
    secret: z.string().nullable().describe('The signing secret of a webhook.'),
  }),
  audit: ['alert-channel.created'],
  async run(
    context,
    { projectId, target: entered, ...input },
  ): Promise<{ id: string; secret: string | null }> {
    const target = input.kind === 'email' ? parseEmail(entered) : parseUrl(entered);
    const { db, organizationId, clock } = context;
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
    if (input.kind === 'email') await askRecipient(context, { projectId, channelId, email: target });
    await context.audit({ target: shownLabel, targetId: channelId });
    return { id: channelId, secret };
  },
});

/** Returns an address in lower case. */
function parseEmail(text: string): string {
  const parsed = z.email().max(254).safeParse(text);
  if (!parsed.success) throw invalidField('target', 'Enter an email address such as team@acme.com.');
  return parsed.data.toLowerCase();
}

function parseUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw invalidField('target', 'Enter a URL that starts with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('target', 'Remove the user name and password from the URL.');
  }
  const target = getWebhookTarget(url, getEnv());
  if (target === 'own-host' || target === 'dashboard') {
    throw invalidField('target', 'This host is this instance. Enter a URL of another host.');
  }
  if (target === 'internal') {
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

const channelKey = { projectId: projectIdSchema, channelId: idSchema('channel') };
/** The IDs of a channel, in the input of operations. */
export const channelKeySchema = z.object(channelKey);
type ChannelKey = z.output<typeof channelKeySchema>;

type StoredChannel = typeof alertChannels.$inferSelect;

/** Locks a channel. @throws ServiceError RESOURCE_NOT_FOUND */
export async function lockChannel({ db, organizationId }: Context, key: ChannelKey): Promise<StoredChannel> {
  const [channel] = await db
    .select()
    .from(alertChannels)
    .where(hasValues(alertChannels, { organizationId, projectId: key.projectId, id: key.channelId }))
    .for('update');
  if (!channel) throw channelNotFound();
  return channel;
}

/** Returns what an entry in the audit log says about a channel. */
export const toAuditTarget = ({ label, id }: StoredChannel) => ({ target: label, targetId: id });

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const setQuietHours = defineOperation({
  name: 'alert-channels.set-quiet-hours',
  title: 'Set the quiet hours of a channel',
  description:
    'Sets the hours during which no messages are sent to a channel; they are sent afterwards, as one message. The send time of waiting messages does not change.',
  permission: 'alerts.manage',
  effect: 'write',
  input: requireBothTimes(z.object({ ...channelKey, ...quietHoursFields })),
  audit: ['alert-channel.changed'],
  async run(context, { projectId, channelId, ...quietHours }) {
    const channel = await lockChannel(context, { projectId, channelId });
    const { db, organizationId } = context;
    await db
      .update(alertChannels)
      .set(quietHours)
      .where(hasValues(alertChannels, { organizationId, id: channelId }));
    await context.audit(toAuditTarget(channel));
  },
});

/** @throws ServiceError VALIDATION_ERROR if the channel is not a webhook; RESOURCE_NOT_FOUND */
export const rotateChannelSecret = defineOperation({
  name: 'alert-channels.rotate-secret',
  title: 'Rotate the signing secret of a channel',
  description:
    'Replaces the signing secret of a webhook: the next message is signed with the new one, which is returned only here. During the overlap, messages are also signed with the previous secret.',
  permission: 'alerts.manage',
  effect: 'write',
  input: z.object({
    ...channelKey,
    overlapDays: overlapDaysSchema
      .default(0)
      .describe(
        'Days for which messages are also signed with the previous secret. 0 deletes it immediately.',
      ),
  }),
  output: z.object({ secret: z.string() }),
  audit: ['alert-channel.rotated'],
  async run(context, { projectId, channelId, overlapDays }) {
    const secret = createSecret();
    const channel = await lockChannel(context, { projectId, channelId });
    if (channel.kind !== 'webhook') throw invalidField('channelId', 'Only webhooks have a signing secret.');
    const { db, organizationId, clock } = context;
    const secretEncrypted = encrypt(getEncryptionKey(), secret, getAssociatedData(organizationId, channelId));
    await db
      .update(alertChannels)
      .set({
        secretEncrypted,
        previousSecretEncrypted: overlapDays === 0 ? null : channel.secretEncrypted,
        previousSecretExpiresAt:
          overlapDays === 0 ? null : new Date(clock.now().getTime() + overlapDays * 86_400_000),
      })
      .where(hasValues(alertChannels, { organizationId, id: channelId }));
    await context.audit({ ...toAuditTarget(channel), after: { overlapDays } });
    return { secret };
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const deleteChannel = defineOperation({
  name: 'alert-channels.delete',
  title: 'Delete a channel',
  description: 'Deletes a channel with its waiting messages. The alerts of the project stay.',
  permission: 'alerts.manage',
  effect: 'delete',
  input: channelKeySchema,
  audit: ['alert-channel.deleted'],
  async run(context, key) {
    const channel = await lockChannel(context, key);
    const { db, organizationId } = context;
    await db.delete(alertChannels).where(hasValues(alertChannels, { organizationId, id: key.channelId }));
    await context.audit(toAuditTarget(channel));
  },
});

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
