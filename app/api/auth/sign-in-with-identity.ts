import { addNext, getCurrentUser } from '#app/session.ts';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { removeInvisibleCharacters } from '#lib/core/invisible-characters';
import { recordSecurityEvent } from '#lib/core/security-events';
import { requireSignUpAllowed } from '#lib/core/sign-up-policy';
import { getDependencies } from '#lib/dashboard/session/session';
import { countAttempt } from '#lib/db/attempt-limits';
import { transaction } from '#lib/db/transaction';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { getInvitation } from '#lib/service/members/find-invitation';
import {
  findIdentityOwner,
  type Identity,
  linkIdentity,
  linkRequestedIdentity,
} from '#lib/service/users/identities';
import { getAuthenticationTime } from '#lib/service/users/sign-in-methods';
import { createUser, signUp, type User } from '#lib/service/users/users';
import { connectDashboard } from './connect-dashboard';
import {
  type Client,
  catchSignInErrors,
  completeSignIn,
  rememberIdentityLink,
  requestSecondStep,
  type SignedInUser,
  takeLinkRequest,
} from './sign-in';

/**
 * Signs in the user of an identity, and creates the user if there is none.
 * @param path the page to open after signing in; the path of an invitation lets a new user sign up
 * @returns the user, or the path of a page that continues the sign-in or explains why it failed
 * @throws Error, after which next-auth opens the sign-in page with an error
 */
export function signInWithIdentity(
  identity: Identity,
  client: Client,
  path: string,
): Promise<SignedInUser | string> {
  return catchSignInErrors(async () => {
    const linkedPath = await linkToCurrentUser(identity, client);
    if (linkedPath) return linkedPath;
    const owner = await findIdentityOwner(getDependencies(), identity);
    if (owner.kind === 'unverified') {
      recordFailure(client);
      return addNext('/sign-in?problem=identity-unverified', path);
    }
    if (owner.kind === 'link') {
      await rememberIdentityLink(owner.linkToken);
      return addNext('/sign-in?problem=identity-link', path);
    }
    if (owner.kind === 'user') {
      if (await requestSecondStep(owner.user.id)) return addNext('/sign-in?step=code', path);
      const { authTime } = identity;
      const authenticatedAt = await getAuthenticationTime(getDependencies(), {
        userId: owner.user.id,
        authTime,
      });
      return completeSignIn(owner.user, client, { authenticatedAt });
    }
    const invitation = /^\/join\/([\w.-]{20,150})$/.exec(path)?.[1];
    const user = await createIdentityUser({ ...identity, email: owner.email }, invitation, client);
    if (typeof user !== 'string') return completeSignIn(user, client);
    recordFailure(client);
    return addNext(user, path);
  });
}

function recordFailure({ ipAddress }: Client): void {
  recordSecurityEvent('sign-in.failed', { method: 'identity-provider', ipAddress });
}

/**
 * Links an identity if the signed-in user asked for it on the account page.
 * @returns the path of the account page, which shows the result; null without a valid request of the signed-in user
 */
async function linkToCurrentUser(identity: Identity, client: Client): Promise<string | null> {
  const token = await takeLinkRequest();
  const account = token ? await getCurrentUser() : null;
  if (!token || !account) return null;
  const isLinked = await linkRequestedIdentity(
    { ...getDependencies(), client },
    { token, userId: account.user.id, identity },
  );
  if (isLinked === null) return null;
  return isLinked ? '/account' : '/account?problem=identity-taken';
}

/**
 * Creates the user of an identity whose email address is verified. An invited user accepts the invitation; any other gets
 * a new organization.
 * @returns the user, or the path of the sign-in page that explains why no account can be created
 */
async function createIdentityUser(
  identity: Identity,
  invitation: string | undefined,
  { ipAddress }: Client,
): Promise<User | string> {
  const dependencies = getDependencies();
  const { email } = identity;
  const isInvited = invitation !== undefined && (await getInvitation(dependencies, invitation)) !== null;
  try {
    requireSignUpAllowed(getEnv(), { email, isInvited });
    await countAttempt(dependencies, isInvited ? 'invitation-ip' : 'sign-up-ip', ipAddress);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return `/sign-in?problem=identity-${error.code === 'RATE_LIMIT_EXCEEDED' ? 'limit' : 'sign-up'}`;
  }
  const shown = removeInvisibleCharacters(identity.name.replace(/[\p{Cc}\p{Cs}]/gu, '')).trim();
  const name = [...(shown || (email.split('@')[0] ?? ''))].slice(0, 80).join('');
  const person = { name, email, password: null };
  return transaction(dependencies.db, async (db) => {
    const tx = { ...dependencies, db };
    const user = await (isInvited ? createMember(tx, person, invitation) : createOwner(tx, person));
    await linkIdentity(tx, { ...identity, userId: user.id });
    return user;
  });
}

type Dependencies = ReturnType<typeof getDependencies>;
interface Person {
  name: string;
  email: string;
  password: null;
}

/** Creates a user who accepts an invitation. @throws ServiceError RESOURCE_NOT_FOUND if it has just been accepted */
async function createMember(dependencies: Dependencies, person: Person, token: string): Promise<User> {
  const user = await createUser(dependencies, person, { isEmailVerified: true });
  await acceptInvitation(dependencies, { token, user: { id: user.id } });
  return user;
}

/** Creates a user with a new organization. */
async function createOwner(dependencies: Dependencies, person: Person): Promise<User> {
  const organization = `${person.name}’s organization`;
  const { user } = await signUp(
    dependencies,
    { ...person, organization, isEmailVerified: true },
    connectDashboard,
  );
  return user;
}
