import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { singleLineSchema } from '#lib/core/validation';
import type { AccountContext, Context } from '#lib/db/context';
import { userIdentities } from '#lib/db/schema/authentication';
import { users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { defineAccountOperation } from '#lib/operations/define-account-operation';
import { noInput } from '#lib/operations/define-operation';
import { completeChallenge, createChallenge } from '#lib/service/users/challenges';
import { emailSchema } from '#lib/service/users/email-address';
import { notifyOfSignInMethodChange } from '#lib/service/users/notices';
import { getActingUserId } from '#lib/service/users/sessions';
import { getIdentityProviderName, removeSignInMethod } from '#lib/service/users/sign-in-methods';
import type { User } from '#lib/service/users/users';

type Deps = Pick<Context, 'db' | 'clock'>;

/** The account of a user at an identity provider, as the provider reports it. */
export interface Identity {
  issuer: string;
  /** The issuer’s unchanging ID of the account. */
  subject: string;
  email: string;
  /** True if the issuer has verified the email address. */
  isEmailVerified: boolean;
  name: string;
  /** Unix time, in seconds, at which the issuer authenticated the person; undefined if it does not report that. */
  authTime?: number | undefined;
}

const userColumns = { id: users.id, email: users.email, name: users.name };

/** The user that an identity belongs to, or how it can be linked to one. */
export type IdentityOwner =
  | { kind: 'user'; user: User }
  /** Its email address has an account: signing in to it once with `linkToken` links the identity. */
  | { kind: 'link'; linkToken: string }
  /** Its email address is verified and has no account. */
  | { kind: 'new'; email: string }
  /** Its email address is invalid or not verified. */
  | { kind: 'unverified' };

/**
 * Finds the user that an identity belongs to. A matching email address alone never signs anyone in: the account could have been
 * created by someone who does not own the address, and the issuer could be wrong. So the user has to sign in once.
 */
export async function findIdentityOwner(deps: Deps, identity: Identity): Promise<IdentityOwner> {
  const { issuer, subject } = identity;
  const [linked] = await deps.db
    .select(userColumns)
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)));
  if (linked) return { kind: 'user', user: linked };
  const email = emailSchema.safeParse(identity.email).data;
  if (!identity.isEmailVerified || email === undefined) return { kind: 'unverified' };
  const [existing] = await deps.db.select(userColumns).from(users).where(eq(users.email, email));
  if (!existing) return { kind: 'new', email };
  const data = { issuer, subject, email };
  const linkToken = await createChallenge(deps, { purpose: 'identity-link', userId: existing.id, data });
  return { kind: 'link', linkToken };
}

const linkSchema = z.object({ issuer: z.string(), subject: z.string(), email: z.string() });

/**
 * Links the identity of a `linkToken` to the user who has just signed in, if the token is for this user, and notifies
 * the user.
 * @returns whether the token was valid
 */
export async function completeIdentityLink(
  deps: Deps & Pick<Context, 'client'>,
  token: string,
  user: User,
): Promise<boolean> {
  const challenge = await completeChallenge(deps, { purpose: 'identity-link', token, userId: user.id });
  const link = linkSchema.safeParse(challenge?.data).data;
  // The address of the account may have changed in the meantime.
  if (!link || link.email !== user.email) return false;
  await transaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    if (!(await linkIdentity(tx, { ...link, userId: user.id }))) return;
    const change = `Sign-in with ${getIdentityProviderName(link.issuer)} was added`;
    await notifyOfSignInMethodChange(tx, { userId: user.id, change });
  });
  return true;
}

export const startIdentityLink = defineAccountOperation({
  name: 'identities.start-link',
  title: 'Start to link an account at an identity provider',
  description:
    'Returns a token for the browser, with which the next account that signs in there is linked, regardless of its email address.',
  permission: 'account.secure',
  effect: 'write',
  input: noInput,
  output: z.string(),
  unaudited: 'Nothing is linked before the identity provider confirms, which has an entry.',
  run: (context) => {
    const data = { request: 'account' };
    return createChallenge(context, { purpose: 'identity-link', userId: context.actor.userId, data });
  },
});

/** The data of a link that the user requested on the account page. */
const linkRequestSchema = z.object({ request: z.literal('account') });

/**
 * Links an identity to the signed-in user who requested it with a token from `startIdentityLink`, and notifies the
 * user.
 * @returns whether the identity is now linked to this user (false if it belongs to another user); null if the token was
 *   not given to this user or has expired
 */
export async function linkRequestedIdentity(
  deps: Deps & Pick<Context, 'client'>,
  { token, userId, identity }: { token: string; userId: string; identity: Identity },
): Promise<boolean | null> {
  const challenge = await completeChallenge(deps, { purpose: 'identity-link', token, userId });
  if (!linkRequestSchema.safeParse(challenge?.data).success) return null;
  return transaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    const { issuer, subject, email } = identity;
    if (await linkIdentity(tx, { issuer, subject, email, userId })) {
      const change = `Sign-in with ${getIdentityProviderName(issuer)} was added`;
      await notifyOfSignInMethodChange(tx, { userId, change });
      return true;
    }
    const [linked] = await db
      .select({ userId: userIdentities.userId })
      .from(userIdentities)
      .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)));
    return linked?.userId === userId;
  });
}

/**
 * Links an identity to a user. Does nothing if the identity is already linked, since it belongs to at most one user.
 * @returns true if it was linked by this call
 */
export async function linkIdentity(
  { db, clock }: Deps,
  { issuer, subject, email, userId }: { issuer: string; subject: string; email: string; userId: string },
): Promise<boolean> {
  const { rowCount } = await db
    .insert(userIdentities)
    .values({ issuer, subject, email, userId, createdAt: clock.now() })
    .onConflictDoNothing();
  return rowCount === 1;
}

export type LinkedIdentity = Awaited<ReturnType<typeof listIdentities>>[number];

/** Lists the identities of the acting member. @throws ServiceError INSUFFICIENT_PERMISSIONS */
export async function listIdentities({ db, actor }: AccountContext) {
  const { issuer, subject, email, createdAt } = userIdentities;
  return db
    .select({ issuer, subject, email, createdAt })
    .from(userIdentities)
    .where(eq(userIdentities.userId, getActingUserId(actor)))
    .orderBy(createdAt, issuer, subject);
}

/** @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR if it is the only way to sign in */
export const removeIdentity = defineAccountOperation({
  name: 'identities.remove',
  title: 'Unlink an account at an identity provider',
  description:
    'Unlinks an account at an identity provider from the user, who must have another way to sign in.',
  permission: 'account.secure',
  effect: 'delete',
  input: z.object({
    issuer: singleLineSchema({ maxLength: 500 }),
    subject: singleLineSchema({ maxLength: 500 }),
  }),
  audit: ['member.sign-in-method-changed'],
  async run(context, { issuer, subject }) {
    const { userId } = context.actor;
    await removeSignInMethod(context, async (tx) => {
      const { rowCount } = await tx
        .delete(userIdentities)
        .where(
          and(
            eq(userIdentities.userId, userId),
            eq(userIdentities.issuer, issuer),
            eq(userIdentities.subject, subject),
          ),
        );
      if (!rowCount) throw notFound('This account is not linked. Reload the page.');
      return `Sign-in with ${getIdentityProviderName(issuer)} was removed`;
    });
  },
});
