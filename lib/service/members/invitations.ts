import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { randomToken, sha256 } from '#lib/core/crypto';
import { notFound, ServiceError } from '#lib/core/errors';
import { getCreatorId, type Role, requirePermission, roleLabels, roles } from '#lib/core/permissions';
import type { Clock } from '#lib/core/time';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { invitations, memberships, organizations, users } from '#lib/db/schema/organizations';
import { queueEmail } from '#lib/email/queue-email';
import { createEmailedToken, getInvitationUrl } from '#lib/service/members/invitation-tokens';
import { withLockedMembers } from '#lib/service/members/lock-members';
import { countAttempt } from '#lib/service/users/attempt-limits';
import { emailSchema } from '#lib/service/users/email-address';
import { requireVerifiedEmail } from '#lib/service/users/email-verification';

const inviteSchema = z.object({
  role: z.enum(roles, `Choose one of the roles ${roles.join(', ')}.`),
  label: singleLineSchema({ maxLength: 254 }).default(''),
  email: emailSchema.optional(),
});
const validDays = 7;

/**
 * Creates an invitation link that works once within 7 days. Only owners can invite owners.
 * @param input `email` is the address to send the link to, if any; `label` distinguishes invitations without one
 * @returns the invitation with its token, which is part of the link and stored only as a hash: show it once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, also if the link is to be sent by email and the inviting member's own
 *   address is not verified; VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS if the address has a pending invitation or is a
 *   member's; RATE_LIMIT_EXCEEDED after too many emails
 */
export async function inviteMember(context: Context, input: z.input<typeof inviteSchema>) {
  const { role, email = null, ...rest } = parseInput(inviteSchema, input);
  const label = email ?? rest.label;
  const permission = role === 'owner' ? 'owners.manage' : 'members.manage';
  requirePermission(context.actor, permission);
  if (email) await countInvitationEmail(context);
  const createdAt = context.clock.now();
  const expiresAt = getExpiry(createdAt);
  const token = randomToken();
  const { organizationId } = context;
  const createdBy = getCreatorId(context);
  const invitation = { id: randomUUID(), role, label, email, expiresAt };
  await withLockedMembers(context, async (tx) => {
    requirePermission(tx.actor, permission);
    if (email) await requireNewInvitee(tx, email);
    await tx.db
      .insert(invitations)
      .values({ ...invitation, organizationId, tokenHash: sha256(token), createdBy, createdAt });
    await recordAudit(tx, {
      action: 'invitation.created',
      target: nameInvitation({ label, role }),
      targetId: invitation.id,
      after: { role, expiresAt },
    });
    if (email) await sendInvitation(tx, { ...invitation, email, token });
  });
  return { ...invitation, token };
}

/**
 * Counts an invitation email toward the limits of the organization and of the sender, who may own several
 * organizations.
 * @throws ServiceError RATE_LIMIT_EXCEEDED
 */
async function countInvitationEmail(context: Context): Promise<void> {
  await countAttempt(context, 'invitation-email', context.organizationId);
  const { actor } = context;
  if (actor.kind === 'member') await countAttempt(context, 'invitation-email-sender', actor.userId);
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
 * @throws ServiceError INSUFFICIENT_PERMISSIONS without a verified email address of the inviting member
 */
async function sendInvitation(
  context: Context,
  { email, role, token, expiresAt }: { email: string; role: Role; token: string; expiresAt: Date },
): Promise<void> {
  await requireVerifiedEmail(context);
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
    subject: `Join ${name} on Answerscope`,
    paragraphs: [
      `${inviter ?? 'The operator of this Answerscope instance'} invited you to join ${name} on Answerscope. Your role will be ${roleLabels[role]}.`,
    ],
    action: { label: 'Accept invitation', url: getInvitationUrl(createEmailedToken(token, email)) },
    note: `The link works once, until ${expiresAt.toISOString().slice(0, 10)}. If you don’t know the sender, ignore this email.`,
  });
}

const getExpiry = (createdAt: Date) => new Date(createdAt.getTime() + validDays * 86_400_000);

/** Matches invitations that were neither accepted nor revoked. */
export const isOpenInvitation = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

export type OpenInvitation = Awaited<ReturnType<typeof listInvitations>>[number];

/**
 * Lists the invitations that were neither accepted nor revoked, newest first, including those that expired recently.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listInvitations(context: Context) {
  requirePermission(context.actor, 'invitations.read');
  const { id, role, label, email, createdAt, expiresAt } = invitations;
  return withOrganization(context, ({ db, organizationId, clock }) =>
    db
      .select({ id, role, label, email, createdAt, expiresAt })
      .from(invitations)
      .where(
        and(
          eq(invitations.organizationId, organizationId),
          isOpenInvitation,
          gt(expiresAt, getListingStart(clock)),
        ),
      )
      .orderBy(desc(createdAt)),
  );
}

/** Returns the earliest expiration of listed invitations: expired ones are listed for 30 days, so that they can be renewed. */
const getListingStart = (clock: Clock) => new Date(clock.now().getTime() - 30 * 86_400_000);

const idSchema = z.object({ id: z.uuid('Invalid invitation ID.') });

/**
 * Replaces the link of a pending or expired invitation with a new one, valid for 7 days; the previous link stops
 * working. An invitation by email is sent again.
 * @returns the invitation with its new token: show it once
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND if it was accepted, revoked or never existed;
 * RATE_LIMIT_EXCEEDED after too many emails
 */
export async function renewInvitation(context: Context, input: { id: string }) {
  requirePermission(context.actor, 'members.manage');
  const { id } = parseInput(idSchema, input);
  if (await isSentByEmail(context, id)) await countInvitationEmail(context);
  return withLockedMembers(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const isInvitation = and(
      eq(invitations.organizationId, organizationId),
      eq(invitations.id, id),
      isOpenInvitation,
    );
    const [invitation] = await db
      .select({ role: invitations.role, label: invitations.label, email: invitations.email })
      .from(invitations)
      .where(isInvitation)
      .for('update');
    if (!invitation) throw pendingInvitationNotFound(id);
    const { role, label, email } = invitation;
    requirePermission(tx.actor, role === 'owner' ? 'owners.manage' : 'members.manage');
    const token = randomToken();
    const expiresAt = getExpiry(clock.now());
    // The invitation now belongs to the member who renewed it, and is revoked if that member is removed.
    const createdBy = getCreatorId(tx);
    await db
      .update(invitations)
      .set({ tokenHash: sha256(token), expiresAt, createdBy })
      .where(isInvitation);
    await recordAudit(tx, {
      action: 'invitation.renewed',
      target: nameInvitation({ label, role }),
      targetId: id,
      after: { role, expiresAt },
    });
    if (email) await sendInvitation(tx, { email, role, token, expiresAt });
    return { id, role, label, email, expiresAt, token };
  });
}

/** Returns the name of an invitation in the audit log: its label, or else its role. */
function nameInvitation({ label, role }: Pick<typeof invitations.$inferSelect, 'label' | 'role'>): string {
  return label || roleLabels[role];
}

async function isSentByEmail(context: Context, id: string): Promise<boolean> {
  const [invitation] = await withOrganization(context, ({ db, organizationId }) =>
    db
      .select({ email: invitations.email })
      .from(invitations)
      .where(and(eq(invitations.organizationId, organizationId), eq(invitations.id, id), isOpenInvitation)),
  );
  return Boolean(invitation?.email);
}

/**
 * Revokes a pending or expired invitation.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; RESOURCE_NOT_FOUND if it was accepted, revoked or never existed
 */
export async function revokeInvitation(context: Context, input: { id: string }): Promise<void> {
  requirePermission(context.actor, 'members.manage');
  const { id } = parseInput(idSchema, input);
  const revoked = await withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const rows = await db
      .update(invitations)
      .set({ revokedAt: clock.now() })
      .where(and(eq(invitations.organizationId, organizationId), eq(invitations.id, id), isOpenInvitation))
      .returning({ label: invitations.label, role: invitations.role });
    for (const invitation of rows) {
      const target = nameInvitation(invitation);
      await recordAudit(tx, { action: 'invitation.revoked', target, targetId: id });
    }
    return rows;
  });
  if (revoked.length > 0) return;
  throw pendingInvitationNotFound(id);
}

const pendingInvitationNotFound = (id: string) =>
  notFound('Pending invitation not found. It may have been accepted or revoked.', id);
