import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { decode } from 'next-auth/jwt';
import { cache } from 'react';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import type { Role } from '#lib/core/permissions';
import { type Context, getDependencies } from '#lib/dashboard/session/dependencies';
import { getUser, type Membership, type UserWithMemberships } from '#lib/dashboard/session/get-user';

/** Whether cookies are bound to https: where the instance's public address is. */
export function hasSecureCookies(): boolean {
  return getEnv().APP_URL.startsWith('https://');
}

/** The cookie that carries the session, an encrypted token. */
export function getSessionCookieName(): string {
  return `${hasSecureCookies() ? '__Secure-' : ''}answerscope.session`;
}

/** What sessions are encrypted with. @throws Error when the setting is missing */
export function getSessionSecret(): string {
  const secret = getEnv().NEXTAUTH_SECRET;
  if (secret) return secret;
  throw new Error(
    'Setting NEXTAUTH_SECRET is missing. Set it, or start through npm so that one is generated.',
  );
}

/** The user a session token is of; null when it is forged, expired or of another instance. */
export async function getSessionUserId(token: string): Promise<string | null> {
  try {
    const decoded = await decode({ token, secret: getSessionSecret() });
    return decoded?.sub ?? null;
  } catch {
    // Whatever does not decrypt is no session; a visitor can send anything.
    return null;
  }
}

const organizationCookie = 'answerscope.organization';

/** Who is signed in and which organization is looked at, as the database has it at this request. */
export interface Session {
  user: UserWithMemberships['user'];
  /** The present one: chosen before, else the first. */
  organization: Membership;
  organizations: Membership[];
}

/** The signed-in user; null for a visitor. Read once a request. */
export const getCurrentUser = cache(async (): Promise<UserWithMemberships | null> => {
  const token = (await cookies()).get(getSessionCookieName())?.value;
  const userId = token ? await getSessionUserId(token) : null;
  return userId ? getUser(getDependencies().db, userId) : null;
});

/** The session; a visitor is sent to sign in, and so is somebody who belongs to no organization any more. */
export async function requireSession(): Promise<Session> {
  const account = await getCurrentUser();
  if (!account) redirect('/sign-in');
  const { user, memberships } = account;
  const chosen = (await cookies()).get(organizationCookie)?.value;
  const organization = memberships.find(({ organizationId }) => organizationId === chosen) ?? memberships[0];
  if (!organization) redirect('/sign-in?problem=no-organization');
  return { user, organization, organizations: memberships };
}

/** The context in which the signed-in member acts on the present organization. */
export async function getContext(): Promise<Context> {
  const { user, organization } = await requireSession();
  return {
    ...getDependencies(),
    organizationId: organization.organizationId,
    actor: { kind: 'member', userId: user.id, role: organization.role },
  };
}

/**
 * Looks at another organization from now on; for a server action.
 * @throws ServiceError RESOURCE_NOT_FOUND when the user does not belong to it
 */
export async function switchOrganization(organizationId: string): Promise<void> {
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

/** The role of the member who acts; who is no member sees what a viewer sees. */
export function getRole(context: Context): Role {
  return context.actor.kind === 'member' ? context.actor.role : 'viewer';
}
