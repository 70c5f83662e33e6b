import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { randomToken, sha256 } from '#lib/core/crypto';
import { getEnv } from '#lib/core/env';
import { notFound, ServiceError } from '#lib/core/errors';
import { hasMailServer } from '#lib/core/mail-server';
import { getCreatorId, type Role, requirePermission, roleLabels, roles } from '#lib/core/permissions';
import type { Clock } from '#lib/core/time';
import { idSchema, singleLineSchema, timeSchema } from '#lib/core/validation';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { invitations, memberships, organizations, users } from '#lib/db/schema/organizations';
import { countEmail } from '#lib/email/email-limits';
import { queueEmail } from '#lib/email/queue-email';
import { quoteName } from '#lib/email/quote-text';
import { requireVerifiedEmail } from '#lib/email/verified-sender';
import { createdSchema, defineOperation, noInput } from '#lib/operations/define-operation';
import { createEmailedToken, getInvitationUrl } from '#lib/service/members/invitation-tokens';
import { withLockedMembers } from '#lib/service/members/lock-members';
import { emailSchema } from '#lib/service/users/email-address';

const validDays = 7;

/** An invitation whose link is shown once. */
const invitationLinkSchema = createdSchema.extend({
  role: z.enum(roles),
  label: z.string(),
  email: z
    .string()
    .nullable()
    .describe('The address that the link is for; null if the inviter sends the link.'),
  expiresAt: timeSchema,
  token: z.string(),
  url: z.string(),
  isSent: z
    .boolean()
    .describe('True if the link is emailed; false without an email address or a mail server.'),
});
export type InvitationLink = z.output<typeof invitationLinkSchema>;

/**
 * @returns the invitation with its token and link, of which only a hash is stored: show them once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, also if the link is to be sent by email and the inviting member's own
 *   address is not verified; VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS if the address has a pending invitation or is a
 *   member's; RATE_LIMIT_EXCEEDED after too many emails
 */
export const inviteMember = defineOperation({
  name: 'invitations.create',
  title: 'Invite a member',
  description:
    'Creates an invitation link that works once, within 7 days, and is returned only now. With an email address, the link is also sent to it if the instance sends emails. Only owners can invite owners.',
  permission: 'members.manage',
  effect: 'write',
  input: z.object({
    role: z.enum(roles, `Choose one of the roles ${roles.join(', ')}.`),
    label: singleLineSchema({ maxLength: 254 })
      .default('')
      .describe('Distinguishes invitations without an email address.'),
    email: emailSchema.optional(),
  }),
  output: invitationLinkSchema,
  audit: ['invitation.created'],
  run: (context, { role, email = null, ...rest }) =>
    withLockedMembers(context, async (tx) => {
      requirePermission(tx.actor, getPermission(role));
      const { db, organizationId, clock } = tx;
      const createdAt = clock.now();
      const label = email ?? rest.label;
      const token = randomToken();
      const invitation = { id: randomUUID(), role, label, email, expiresAt: getExpiry(createdAt) };
      if (email) await requireNewInvitee(tx, email);
      const createdBy = getCreatorId(tx);
      await db
        .insert(invitations)
        .values({ ...invitation, organizationId, tokenHash: sha256(token), createdBy, createdAt });
      await tx.audit(describeInvitation(invitation));
      if (email) await sendInvitation(tx, { ...invitation, email, token });
      return withLink({ ...invitation, token });
    }),
});

const getPermission = (role: Role) => (role === 'owner' ? 'owners.manage' : 'members.manage');

function withLink(invitation: Omit<InvitationLink, 'url' | 'isSent'>): InvitationLink {
  const isSent = invitation.email !== null && hasMailServer(getEnv());
  return { ...invitation, url: getInvitationUrl(invitation.token), isSent };
}

/** Describes an invitation for the audit log. */
function describeInvitation({
  id,
  label,
  role,
  expiresAt,
}: Pick<InvitationLink, 'id' | 'label' | 'role' | 'expiresAt'>) {
  return { target: nameInvitation({ label, role }), targetId: id, after: { role, expiresAt } };
}

/** Checks that an address has no pending invitation and is not a member's. @throws ServiceError RESOURCE_ALREADY_EXISTS */
async function requireNewInvitee({ db, organizationId, clock }: Context, email: string): Promise<void> {
  const isPending = and(
    hasValues(invitations, { organizationId, email }),
    isOpenInvitation,
    gt(invitations.expiresAt, clock.now()),
  );
  const [pending] = await db.select({ id: invitations.id }).from(invitations).where(isPending).limit(1);
  const [member] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(and(eq(users.email, email), eq(memberships.organizationId, organizationId)));
  if (!pending && !member) return;
  throw new ServiceError('RESOURCE_ALREADY_EXISTS', {
    message: member
      ? 'This person is already a member.'
      : 'This address has a pending invitation. Resend or revoke it instead.',
  });
}

/**
 * Queues the email of an invitation, in the transaction that stores it.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS without a verified email address of the inviting member;
 *   RATE_LIMIT_EXCEEDED
 */
async function sendInvitation(
  context: Context,
  { email, role, token, expiresAt }: { email: string; role: Role; token: string; expiresAt: Date },
): Promise<void> {
  await requireVerifiedEmail(context);
  await countEmail(context, 'invitation', email);
  const { db, organizationId, actor } = context;
  const inviterId = actor.kind === 'member' ? actor.userId : null;
  const [organization] = await db
    .select({ name: organizations.name, inviter: users.name })
    .from(organizations)
    .leftJoin(users, inviterId ? eq(users.id, inviterId) : sql`false`)
    .where(eq(organizations.id, organizationId));
  const { name = '', inviter } = organization ?? {};
  await queueEmail(context, {
    to: email,
    organizationId,
    expiresAt,
    subject: `Invitation to ${quoteName(name)} – Answerscope`,
    paragraphs: [
      `${inviter ? quoteName(inviter) : 'The operator of this Answerscope instance'} invited you to join the organization ${quoteName(name)} on Answerscope. Your role will be ${roleLabels[role]}.`,
    ],
    action: { label: 'Accept invitation', url: getInvitationUrl(createEmailedToken(token, email)) },
    note: `The link works once, until ${expiresAt.toISOString().slice(0, 10)}. If you don’t know the sender, ignore this email.`,
  });
}

const getExpiry = (createdAt: Date) => new Date(createdAt.getTime() + validDays * 86_400_000);

/** Matches invitations that were neither accepted nor revoked. */
export const isOpenInvitation = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

const openInvitationSchema = z.object({
  id: z.string(),
  role: z.enum(roles),
  label: z.string(),
  email: z.string().nullable(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type OpenInvitation = z.output<typeof openInvitationSchema>;

export const listInvitations = defineOperation({
  name: 'invitations.list',
  title: 'List open invitations',
  description:
    'Lists the invitations that were neither accepted nor revoked, newest first, including those that expired recently.',
  permission: 'invitations.read',
  effect: 'read',
  input: noInput,
  output: z.array(openInvitationSchema),
  async run({ db, organizationId, clock }) {
    const { id, role, label, email, createdAt, expiresAt } = invitations;
    return db
      .select({ id, role, label, email, createdAt, expiresAt })
      .from(invitations)
      .where(
        and(
          eq(invitations.organizationId, organizationId),
          isOpenInvitation,
          gt(expiresAt, getListingStart(clock)),
        ),
      )
      .orderBy(desc(createdAt));
  },
});

/** Returns the earliest expiration of listed invitations: expired ones are listed for 30 days, so that they can be renewed. */
const getListingStart = (clock: Clock) => new Date(clock.now().getTime() - 30 * 86_400_000);

const invitationSchema = z.object({ id: idSchema('invitation') });

/**
 * @returns the invitation with its new token and link: show them once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND if it was accepted, revoked or never existed;
 * RATE_LIMIT_EXCEEDED after too many emails
 */
export const renewInvitation = defineOperation({
  name: 'invitations.renew',
  title: 'Renew an invitation',
  description:
    'Replaces the link of a pending or expired invitation with a new one, which works for 7 days and is returned only now. The previous link stops working. An invitation by email is sent again. Only owners can renew the invitations of owners.',
  permission: 'members.manage',
  effect: 'write',
  input: invitationSchema,
  output: invitationLinkSchema,
  audit: ['invitation.renewed'],
  run: (context, { id }) =>
    withLockedMembers(context, async (tx) => {
      const { db, organizationId, clock } = tx;
      const isInvitation = and(hasValues(invitations, { organizationId, id }), isOpenInvitation);
      const [invitation] = await db
        .select({ role: invitations.role, label: invitations.label, email: invitations.email })
        .from(invitations)
        .where(isInvitation)
        .for('update');
      if (!invitation) throw pendingInvitationNotFound(id);
      const { role, email } = invitation;
      requirePermission(tx.actor, getPermission(role));
      const token = randomToken();
      const expiresAt = getExpiry(clock.now());
      // The invitation now belongs to the member who renewed it, and is revoked if that member is removed.
      const createdBy = getCreatorId(tx);
      await db
        .update(invitations)
        .set({ tokenHash: sha256(token), expiresAt, createdBy })
        .where(isInvitation);
      const renewed = { id, ...invitation, expiresAt };
      await tx.audit(describeInvitation(renewed));
      if (email) await sendInvitation(tx, { email, role, token, expiresAt });
      return withLink({ ...renewed, token });
    }),
});

/** Returns the name of an invitation in the audit log: its label, or else its role. */
function nameInvitation({ label, role }: Pick<typeof invitations.$inferSelect, 'label' | 'role'>): string {
  return label || roleLabels[role];
}

/** @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND if it was accepted, revoked or never existed */
export const revokeInvitation = defineOperation({
  name: 'invitations.revoke',
  title: 'Revoke an invitation',
  description: 'Revokes a pending or expired invitation. Its link stops working.',
  permission: 'members.manage',
  effect: 'delete',
  input: invitationSchema,
  audit: ['invitation.revoked'],
  async run(context, { id }) {
    const { db, organizationId, clock } = context;
    const [revoked] = await db
      .update(invitations)
      .set({ revokedAt: clock.now() })
      .where(and(hasValues(invitations, { organizationId, id }), isOpenInvitation))
      .returning({ label: invitations.label, role: invitations.role });
    if (!revoked) throw pendingInvitationNotFound(id);
    await context.audit({ target: nameInvitation(revoked), targetId: id });
  },
});

const pendingInvitationNotFound = (id: string) =>
  notFound('Pending invitation not found. It may have been accepted or revoked.', id);
