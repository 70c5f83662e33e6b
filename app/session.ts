import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { ServiceError } from '#lib/core/errors';
import { type Account, accountOf, type Membership } from '#lib/dashboard/session/account-of';
import { type Context, place } from '#lib/dashboard/session/place';
import { hasSecureCookies, sessionCookieName, userOfToken } from './session-cookie';

const organizationCookie = 'answerscope.organization';

/** Who is signed in and which organization is looked at, as the database has it at this request. */
export interface Session {
  user: Account['user'];
  /** The present one: chosen before, else the first. */
  organization: Membership;
  organizations: Membership[];
}

/** The signed-in user; null for a visitor. Read once a request. */
export const currentAccount = cache(async (): Promise<Account | null> => {
  const token = (await cookies()).get(sessionCookieName())?.value;
  const userId = token ? await userOfToken(token) : null;
  return userId ? accountOf(place().db, userId) : null;
});

/** The session; a visitor is sent to sign in, and so is somebody who belongs to no organization any more. */
export async function requireSession(): Promise<Session> {
  const account = await currentAccount();
  if (!account) redirect('/sign-in');
  const { user, memberships } = account;
  const chosen = (await cookies()).get(organizationCookie)?.value;
  const organization = memberships.find(({ organizationId }) => organizationId === chosen) ?? memberships[0];
  if (!organization) redirect('/sign-in?problem=no-organization');
  return { user, organization, organizations: memberships };
}

/** The context in which the signed-in member acts on the present organization. */
export async function currentContext(): Promise<Context> {
  const { user, organization } = await requireSession();
  return {
    ...place(),
    organizationId: organization.organizationId,
    actor: { kind: 'member', userId: user.id, role: organization.role },
  };
}

/**
 * Looks at another organization from now on; for a server action.
 * @throws ServiceError RESOURCE_NOT_FOUND when the user does not belong to it
 */
export async function chooseOrganization(organizationId: string): Promise<void> {
  const { organizations } = await requireSession();
  if (!organizations.some((membership) => membership.organizationId === organizationId)) {
    throw new ServiceError('RESOURCE_NOT_FOUND', { message: 'You do not belong to this organization.' });
  }
  (await cookies()).set(organizationCookie, organizationId, {
    httpOnly: true,
    sameSite: 'lax',
    secure: hasSecureCookies(),
    path: '/',
    maxAge: 365 * 86_400,
  });
}
