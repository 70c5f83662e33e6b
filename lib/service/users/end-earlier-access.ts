import { and, eq } from 'drizzle-orm';
import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { type Role, roles } from '#lib/core/permissions';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { authChallenges } from '#lib/db/schema/authentication';
import { invitations, memberships, organizations, users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { queueEmail } from '#lib/email/queue-email';
import { quoteName } from '#lib/email/quote-text';
import { isVerifiedUser } from '#lib/email/verified-sender';
import { endSetup, listEnded } from '#lib/service/organizations/end-setup';

type Deps = Pick<Context, 'db' | 'clock' | 'client'>;

const messages = defineMessages({
  members: '{ended, plural, one {# other member} other {# other members}}',
});

/**
 * Ends what somebody who signed up with another person's address may have prepared, before that person uses the account
 * for the first time. Organizations that the account created, or in which nobody else is left, stay with the user, but
 * only with the user: all other members are removed, and everything that gives access from outside ends. In other
 * organizations, the membership ends, with everything that it and the members who joined by its invitations set up; if
 * no owner remains, the strongest remaining member becomes one.
 * @param deps in the transaction of the reset, with access to all organizations
 * @returns sentences that say what ended; empty if there was nothing
 */
export async function endEarlierAccess(deps: Deps, userId: string): Promise<string[]> {
  const { organizationId, role } = memberships;
  await deps.db.delete(authChallenges).where(eq(authChallenges.userId, userId));
  const joined = await deps.db
    .select({ organizationId, role })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(organizationId);
  const sentences: string[] = [];
  for (const membership of joined) {
    const actor = { kind: 'member', userId, role: membership.role } as const;
    const context: Context = { ...deps, organizationId: membership.organizationId, actor };
    sentences.push(...(await withOrganization(context, endInOrganization)));
  }
  // Until now, the transaction could access only the last of these organizations.
  return transaction(deps.db, async () => sentences, { settings: { 'app.organization': '*' } });
}

async function endInOrganization(context: Context): Promise<string[]> {
  const { db, organizationId, actor } = context;
  if (actor.kind !== 'member') return [];
  const { userId } = actor;
  const [organization] = await db
    .select({ name: organizations.name, createdBy: organizations.createdBy })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update');
  if (!organization) return [];
  const { name, createdBy } = organization;
  const others = (await listMembers(context)).filter((member) => member.userId !== userId);
  const invited = await listInvitedUsers(context, userId);
  const remaining = others.filter((member) => member.userId === createdBy || !invited.has(member.userId));
  const isKept = createdBy === userId || remaining.length === 0;
  const removed = isKept ? others : others.filter((member) => !remaining.includes(member));
  const owner: Context = { ...context, actor: { ...actor, role: 'owner' } };
  const authors = isKept ? 'everyone' : [userId, ...removed.map((member) => member.userId)];
  const setup = await endSetup(owner, authors);
  // An organization has an owner at any time.
  const nextOwner = isKept ? { userId, role: actor.role } : remaining[0];
  if (nextOwner) await setRole(owner, nextOwner, 'owner');
  for (const member of removed) await removeMember(owner, member, name);
  if (!isKept) await leave(context);
  const ended = [...listEnded(messages.members, removed.length), ...setup];
  const list = formatList(ended);
  if (isKept) return ended.length > 0 ? [`In ${quoteName(name)}: ${list}.`] : [];
  const also = ended.length > 0 ? `, and what it had set up there: ${list}` : '';
  return [`The membership in ${quoteName(name)}${also}.`];
}

interface Member {
  userId: string;
  role: Role;
  email: string;
}

/** Lists the members of an organization, strongest role first, then in the order in which they joined. */
async function listMembers({ db, organizationId }: Context): Promise<Member[]> {
  const members = await db
    .select({ userId: memberships.userId, role: memberships.role, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.organizationId, organizationId))
    .orderBy(memberships.createdAt, memberships.userId);
  return members.toSorted((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role));
}

/** Returns the users who joined by an invitation of a user, or of somebody who joined by one, and so on. */
async function listInvitedUsers({ db, organizationId }: Context, userId: string): Promise<Set<string>> {
  const { createdBy, acceptedBy } = invitations;
  const accepted = await db
    .select({ createdBy, acceptedBy })
    .from(invitations)
    .where(eq(invitations.organizationId, organizationId));
  const invited = new Set<string>();
  let inviters = [userId];
  while (inviters.length > 0) {
    const next = accepted.flatMap((invitation) =>
      invitation.acceptedBy && inviters.includes(invitation.createdBy) ? [invitation.acceptedBy] : [],
    );
    inviters = next.filter((id) => id !== userId && !invited.has(id));
    for (const id of inviters) invited.add(id);
  }
  return invited;
}

async function removeMember(context: Context, { userId, role, email }: Member, organizationName: string) {
  const { db, organizationId } = context;
  await deleteMembership(context, userId);
  await recordAudit(context, {
    action: 'member.removed',
    target: email,
    targetId: userId,
    before: { role },
  });
  const isRecipient = and(eq(users.id, userId), isVerifiedUser());
  const [recipient] = await db.select({ email: users.email }).from(users).where(isRecipient);
  if (!recipient) return;
  await queueEmail(context, {
    to: recipient.email,
    organizationId,
    subject: `You’re no longer a member of ${quoteName(organizationName)} – Answerscope`,
    paragraphs: [
      `You had joined the organization ${quoteName(organizationName)} on Answerscope by an invitation from an account whose email address was not verified. The owner of this address has now reset the password of the account, which ends what it had set up.`,
      'If you should still be a member, ask an owner for a new invitation.',
    ],
  });
}

/** Ends the membership of the acting user. */
async function leave(context: Context): Promise<void> {
  const { actor } = context;
  if (actor.kind !== 'member') return;
  const [user] = await context.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, actor.userId));
  await deleteMembership(context, actor.userId);
  const before = { role: actor.role };
  const target = user?.email ?? '';
  await recordAudit(context, { action: 'member.left', target, targetId: actor.userId, before });
}

async function deleteMembership({ db, organizationId }: Context, userId: string): Promise<void> {
  await db
    .delete(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)));
}

/** Changes the role of a member, unless the member has it. */
async function setRole(context: Context, member: Omit<Member, 'email'>, role: Role): Promise<void> {
  if (member.role === role) return;
  const { db, organizationId } = context;
  const isMember = and(eq(memberships.organizationId, organizationId), eq(memberships.userId, member.userId));
  await db.update(memberships).set({ role }).where(isMember);
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, member.userId));
  await recordAudit(context, {
    action: 'member.role-changed',
    target: user?.email ?? '',
    targetId: member.userId,
    before: { role: member.role },
    after: { role },
  });
}
