import { eq, sql } from 'drizzle-orm';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { listIdentityProviders } from '#lib/core/identity-providers';
import type { AccountContext, Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { passkeys, userIdentities } from '#lib/db/schema/authentication';
import { users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { notifyOfSignInMethodChange } from '#lib/service/users/notices';
import { getActingUserId } from '#lib/service/users/sessions';

/**
 * Removes a sign-in method of the acting member, who must have another one, and notifies the user.
 * @param remove deletes the method in the transaction and returns a sentence about it, such as "The passkey Phone was
 *   removed"
 * @throws ServiceError INSUFFICIENT_PERMISSIONS; VALIDATION_ERROR if it is the only way to sign in
 */
export async function removeSignInMethod(
  context: AccountContext,
  remove: (db: Database) => Promise<string>,
): Promise<void> {
  const userId = getActingUserId(context.actor);
  await transaction(context.db, async (db) => {
    // Locked, so that two parallel requests cannot remove the last two sign-in methods.
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const change = await remove(db);
    const { hasPassword, hasPasskey, hasIdentity } = await readSignInMethods(db, userId);
    if (!hasPassword && !hasPasskey && !hasIdentity) {
      throw new ServiceError('VALIDATION_ERROR', {
        message: 'This is your only way to sign in. Add a passkey or set a password first.',
      });
    }
    await notifyOfSignInMethodChange({ ...context, db }, { userId, change });
  });
}

async function readSignInMethods(db: Database, userId: string) {
  const hasRow = (table: typeof passkeys | typeof userIdentities) =>
    sql<boolean>`EXISTS (SELECT FROM ${table} WHERE user_id = ${userId})`;
  const [methods] = await db
    .select({
      hasPassword: sql<boolean>`${users.passwordHash} IS NOT NULL`,
      hasPasskey: hasRow(passkeys),
      hasIdentity: hasRow(userIdentities),
    })
    .from(users)
    .where(eq(users.id, userId));
  return methods ?? { hasPassword: false, hasPasskey: false, hasIdentity: false };
}

/** Returns the name of an identity provider as shown to users; the host of its issuer if it is no longer configured. */
export function getIdentityProviderName(issuer: string): string {
  const provider = listIdentityProviders(getEnv()).find((configured) => configured.issuer === issuer);
  return provider?.name ?? new URL(issuer).host;
}

/** Lists the ways to sign in without the password, such as "passkey Phone". */
export async function listOtherSignInMethods(db: Database, userId: string): Promise<string[]> {
  const namedPasskeys = await db
    .select({ name: passkeys.name })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt);
  const { issuer, email } = userIdentities;
  const identities = await db
    .select({ issuer, email })
    .from(userIdentities)
    .where(eq(userIdentities.userId, userId));
  return [
    ...namedPasskeys.map(({ name }) => `passkey ${name}`),
    ...identities.map((identity) => `${getIdentityProviderName(identity.issuer)} (${identity.email})`),
  ];
}

/**
 * Returns when a user of an identity provider was authenticated, according to its ID token. Issuers often sign users
 * in without asking for credentials. So if the ID token does not state the time, the user counts as not authenticated
 * recently and must confirm with a password or a passkey. For users who have neither, the sign-in itself counts.
 * @param authTime the `auth_time` of the ID token in seconds since 1970, if it has one
 */
export async function getAuthenticationTime(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { userId, authTime }: { userId: string; authTime: number | undefined },
): Promise<Date> {
  const now = clock.now();
  if (authTime !== undefined) return new Date(Math.min(authTime * 1000, now.getTime()));
  const { hasPassword, hasPasskey } = await readSignInMethods(db, userId);
  return hasPassword || hasPasskey ? new Date(0) : now;
}
