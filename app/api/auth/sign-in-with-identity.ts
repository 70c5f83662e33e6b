import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { requireSignUpAllowed } from '#lib/core/sign-up-policy';
import { getDependencies, getInvitation } from '#lib/dashboard/session/session';
import { transaction } from '#lib/db/client';
import { findIdentityOwner, type Identity, linkIdentity } from '#lib/service/users/identities';
import { createUser, signUp, type User } from '#lib/service/users/users';
import { connectDashboard } from './connect-dashboard';
import {
  type Client,
  catchSignInErrors,
  completeSignIn,
  requestIdentityLink,
  requestSecondStep,
  type SignedInUser,
} from './sign-in';

/**
 * Signs in the user of an identity, or a new user.
 * @param path to open after signing in; that of an invitation lets a new user sign up
 * @returns the user, or the path of the sign-in page that says what is missing
 * @throws Error with a message for the log
 */
export function signInWithIdentity(
  identity: Identity,
  client: Client,
  path: string,
): Promise<SignedInUser | string> {
  return catchSignInErrors(async () => {
    const owner = await findIdentityOwner(getDependencies(), identity);
    if (owner.kind === 'unverified') return '/sign-in?problem=identity-unverified';
    if (owner.kind === 'link') {
      await requestIdentityLink(owner.linkToken);
      return `/sign-in?problem=identity-link&next=${encodeURIComponent(path)}`;
    }
    if (owner.kind === 'user') {
      if (await requestSecondStep(owner.user.id))
        return `/sign-in?step=code&next=${encodeURIComponent(path)}`;
      return completeSignIn(owner.user, client);
    }
    const invitation = /^\/join\/([\w-]{20,100})$/.exec(path)?.[1];
    const user = await createIdentityUser({ ...identity, email: owner.email }, invitation);
    return user ? completeSignIn(user, client) : '/sign-in?problem=identity-sign-up';
  });
}

/**
 * Creates the user of an identity whose email address is verified: without an organization if invited, because the user
 * accepts the invitation next, otherwise with a new one.
 * @returns null if the sign-up policy does not allow it
 */
async function createIdentityUser(identity: Identity, invitation: string | undefined): Promise<User | null> {
  const deps = getDependencies();
  const { email } = identity;
  const isInvited = invitation !== undefined && (await getInvitation(deps, invitation)) !== null;
  try {
    requireSignUpAllowed(getEnv(), { email, isInvited });
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
  const name = (identity.name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim() || (email.split('@')[0] ?? '')).slice(
    0,
    80,
  );
  const person = { name, email, password: null };
  return transaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    const user = isInvited
      ? await createUser(tx, person, { isEmailVerified: true })
      : (
          await signUp(
            tx,
            { ...person, organization: `${name}’s organization`, isEmailVerified: true },
            connectDashboard,
          )
        ).user;
    await linkIdentity(tx, { ...identity, userId: user.id });
    return user;
  });
}
