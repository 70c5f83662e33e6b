import { count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { getEnv } from '#lib/core/env';
import { notFound, ServiceError } from '#lib/core/errors';
import { roles } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import { memberships, organizations, users } from '#lib/db/schema/organizations';
import { quoteName } from '#lib/email/quote-text';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import { notifyMembers } from '#lib/service/organizations/notify-members';

/** Whether a user has an authenticator app or a passkey, as a condition on `users`. */
const hasFactor = sql<boolean>`(
  EXISTS (SELECT FROM totp_factors f WHERE f.user_id = ${users.id} AND f.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = ${users.id}))`;

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const getSecondFactorPolicy = defineOperation({
  name: 'organization.get-second-factor',
  title: 'Get whether a second factor is required',
  description:
    'Returns whether the organization requires a second factor, and the numbers of its members, all and without one.',
  permission: 'members.read',
  effect: 'read',
  input: noInput,
  output: z.object({ isRequired: z.boolean(), memberCount: z.int(), withoutCount: z.int() }),
  async run({ db, organizationId }) {
    const [organization] = await db
      .select({ isRequired: organizations.requiresSecondFactor })
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    if (!organization) throw notFound('Organization not found.', organizationId);
    const [members] = await db
      .select({
        memberCount: count(),
        withoutCount: sql<number>`count(*) FILTER (WHERE NOT ${hasFactor})::int`,
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.organizationId, organizationId));
    return {
      ...organization,
      memberCount: members?.memberCount ?? 0,
      withoutCount: members?.withoutCount ?? 0,
    };
  },
});

/** @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR if the owner has no second factor; RESOURCE_NOT_FOUND */
export const setSecondFactorRequired = defineOperation({
  name: 'organization.set-second-factor',
  title: 'Require a second factor, or make it optional',
  description:
    'Requires a second factor of all members, or ends that, and notifies the members by email. Members without one then see nothing of the organization until they set it up. API keys keep working. An owner can require it only with a second factor, so that no owner is locked out. Setting the same value again changes nothing.',
  permission: 'organization.secure',
  effect: 'write',
  input: z.object({ isRequired: z.boolean('Choose whether a second factor is required.') }),
  audit: ['organization.second-factor-required', 'organization.second-factor-optional'],
  async run(context, { isRequired }) {
    const { db, organizationId } = context;
    const isOrganization = eq(organizations.id, organizationId);
    const [organization] = await db
      .select({ name: organizations.name, wasRequired: organizations.requiresSecondFactor })
      .from(organizations)
      .where(isOrganization)
      .for('no key update');
    if (!organization) throw notFound('Organization not found.', organizationId);
    const { name, wasRequired } = organization;
    if (wasRequired === isRequired) return;
    if (isRequired) await requireOwnFactor(context);
    await db.update(organizations).set({ requiresSecondFactor: isRequired }).where(isOrganization);
    await context.audit({
      action: isRequired ? 'organization.second-factor-required' : 'organization.second-factor-optional',
      target: name,
      targetId: organizationId,
    });
    await notifyOfSecondFactor(context, { name, isRequired });
  },
});

function notifyOfSecondFactor(
  context: Context,
  { name, isRequired }: { name: string; isRequired: boolean },
): Promise<void> {
  return notifyMembers(context, roles, {
    organizationId: context.organizationId,
    subject: isRequired
      ? `The organization ${quoteName(name)} requires a second factor – Answerscope`
      : `The organization ${quoteName(name)} no longer requires a second factor – Answerscope`,
    paragraphs: isRequired
      ? [
          `An owner of the organization ${quoteName(name)} on Answerscope requires all members to sign in with a second factor: an authenticator app or a passkey.`,
          'If you have none, you can’t see the organization until you set one up on your account page. It takes two minutes. API keys keep working.',
        ]
      : [
          `An owner of the organization ${quoteName(name)} on Answerscope no longer requires a second factor. Keep yours: it protects your account.`,
        ],
    action: { label: 'Open account page', url: `${getEnv().APP_URL}/account` },
  });
}

/** Checks that the acting member has a second factor. @throws ServiceError VALIDATION_ERROR */
async function requireOwnFactor({ db, actor }: Context): Promise<void> {
  if (actor.kind !== 'member') return;
  const [user] = await db.select({ hasFactor }).from(users).where(eq(users.id, actor.userId));
  if (user?.hasFactor) return;
  throw new ServiceError('VALIDATION_ERROR', {
    message:
      'You have no second factor yet, so you would lock yourself out. Set up an authenticator app or a passkey on your account page first.',
  });
}
