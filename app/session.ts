import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { decode } from 'next-auth/jwt';
import { cache } from 'react';
import { z } from 'zod';
import { sha256 } from '#lib/core/crypto';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { type Role, reauthenticationMinutes } from '#lib/core/permissions';
import { isVerificationRequired } from '#lib/core/sign-up-policy';
import { isUuid } from '#lib/core/text';
import {
  type Context,
  cacheSessionUser,
  getDependencies,
  getRestrictedDependencies,
  getSessionUser,
  type Membership,
  recentChangeCookie,
  removeSessionUser,
  requestedPathHeader,
  type SessionUser,
} from '#lib/dashboard/session/session';
import type { AccountContext } from '#lib/db/client';

/** Returns whether cookies are sent over HTTPS only, which is the case if `APP_URL` uses HTTPS. */
export function hasSecureCookies(): boolean {
  return getEnv().APP_URL.startsWith('https://');
}

/** Returns the name of the cookie that holds the encrypted session token. */
export function getSessionCookieName(): string {
  return `${hasSecureCookies() ? '__Secure-' : ''}answerscope.session`;
}

/** Returns the key that encrypts session cookies. @throws Error if `NEXTAUTH_SECRET` is not set */
export function getSessionSecret(): string {
  const secret = getEnv().NEXTAUTH_SECRET;
  if (secret) return secret;
  throw new Error('NEXTAUTH_SECRET is not set. Set it, or start with `npm start`, which generates one.');
}

const sessionTokenSchema = z.object({ sessionId: z.uuid() });

/** Returns the session ID of a session token; null if it is invalid, expired or from another instance. */
export async function getSessionId(token: string): Promise<string | null> {
  try {
    const decoded = await decode({ token, secret: getSessionSecret() });
    return sessionTokenSchema.safeParse(decoded).data?.sessionId ?? null;
  } catch {
    // A token that cannot be decrypted is not a session.
    return null;
  }
}

/** Returns the ID of the session whose cookie the request sent; null without one. The session may have ended. */
export const getCurrentSessionId = cache(async (): Promise<string | null> => {
  const token = (await cookies()).get(getSessionCookieName())?.value;
  return token ? getSessionId(token) : null;
});

const organizationCookie = 'answerscope.organization';

/** The signed-in user and the current organization. */
export interface Session {
  user: SessionUser['user'];
  /** The selected organization, or the first one. */
  organization: Membership;
  organizations: Membership[];
  /** Whether the user was last authenticated too long ago for sensitive changes. */
  needsReauthentication: boolean;
}

/** Returns the signed-in user or null; reads it once per request. */
export const getCurrentUser = cache(async (): Promise<SessionUser | null> => {
  const sessionId = await getCurrentSessionId();
  if (!sessionId) return null;
  const sessionUser = await getSessionUser(getDependencies(), {
    sessionId,
    idleHours: getEnv().SESSION_IDLE_HOURS,
  });
  const token = (await cookies()).get(getSessionCookieName())?.value;
  const tokenHash = sha256(token ?? '').toString('hex');
  if (sessionUser) cacheSessionUser(tokenHash, sessionUser.user.id);
  else removeSessionUser(tokenHash);
  return sessionUser;
});

/** Returns the path and query of the requested page; `/` for other requests, such as server actions. */
async function getRequestedPath(): Promise<string> {
  return getSafeRedirectPath((await headers()).get(requestedPathHeader) ?? undefined);
}

/** Redirects to the sign-in page, which then opens the requested page. */
export async function redirectToSignIn(): Promise<never> {
  redirect(addNext('/sign-in', await getRequestedPath()));
}

/**
 * Returns the signed-in user. Redirects to the sign-in page if nobody is signed in, and to `/verify-email` if the user
 * must verify the email address first. Both open the requested page afterwards.
 */
export async function requireUser(): Promise<SessionUser> {
  const sessionUser = await getCurrentUser();
  if (!sessionUser) return redirectToSignIn();
  const { email, isEmailVerified } = sessionUser.user;
  if (!isEmailVerified && isVerificationRequired(getEnv(), email)) {
    redirect(addNext('/verify-email', await getRequestedPath()));
  }
  return sessionUser;
}

/** Returns the session. Redirects as `requireUser` does, and to `/new-organization` if the user is a member of none. */
export async function requireSession(): Promise<Session> {
  const { user, memberships, authenticatedAt } = await requireUser();
  const chosen = (await cookies()).get(organizationCookie)?.value;
  const organization = memberships.find(({ organizationId }) => organizationId === chosen) ?? memberships[0];
  if (!organization) redirect('/new-organization');
  const needsReauthentication = isAuthenticationOld(authenticatedAt);
  return { user, organization, organizations: memberships, needsReauthentication };
}

function isAuthenticationOld(authenticatedAt: Date): boolean {
  const ageMs = getDependencies().clock.now().getTime() - authenticatedAt.getTime();
  return ageMs > reauthenticationMinutes * 60_000;
}

/** Returns the context in which signed-in users change their own account, which belongs to no organization. */
export async function getAccountContext(): Promise<AccountContext> {
  const { user, authenticatedAt } = await requireUser();
  const needsReauthentication = isAuthenticationOld(authenticatedAt);
  return {
    ...getDependencies(),
    client: await getClient(),
    // Users with any role may change their own account.
    actor: { kind: 'member', userId: user.id, role: 'viewer', needsReauthentication },
  };
}

/** Returns the context of the signed-in member in the current organization. */
export async function getContext(): Promise<Context> {
  const { user, organization, needsReauthentication } = await requireSession();
  const { organizationId, role, deletesAt } = organization;
  return {
    ...getRestrictedDependencies(),
    ...((await mustReadFromPrimary()) ? { replica: undefined } : {}),
    client: await getClient(),
    organizationId,
    actor: { kind: 'member', userId: user.id, role, needsReauthentication, isSuspended: deletesAt !== null },
  };
}

/** Returns whether the request makes a change, or the browser recently made one that a replica may not have yet. */
async function mustReadFromPrimary(): Promise<boolean> {
  return (await headers()).has('next-action') || (await cookies()).has(recentChangeCookie);
}

/** Returns the IP address and the user agent of the request. */
export async function getClient(): Promise<NonNullable<Context['client']>> {
  const requestHeaders = await headers();
  return {
    // The web process has replaced X-Forwarded-For with the address that it determined with `TRUSTED_PROXIES`.
    ipAddress: requestHeaders.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'unknown',
    userAgent: requestHeaders.get('user-agent') ?? '',
  };
}

/**
 * Switches to another organization. For server actions and route handlers only, because it sets a cookie.
 * @throws ServiceError RESOURCE_NOT_FOUND if the user is not a member of it
 */
export async function switchOrganization(organizationId: string): Promise<void> {
  const { organizations } = await requireSession();
  if (!organizations.some((membership) => membership.organizationId === organizationId)) {
    throw new ServiceError('RESOURCE_NOT_FOUND', {
      message: 'Organization not found, or you are not a member of it.',
    });
  }
  (await cookies()).set(organizationCookie, organizationId, {
    httpOnly: true,
    sameSite: 'lax',
    secure: hasSecureCookies(),
    path: '/',
    maxAge: 365 * 86_400,
  });
}

/** Returns the role of the acting member; `viewer` for any other actor. */
export function getRole(context: Context): Role {
  return context.actor.kind === 'member' ? context.actor.role : 'viewer';
}

const placeholderOrigin = 'http://placeholder.invalid';

/**
 * Returns `requested` if it is a path of this site, otherwise `/`. It is parsed as a browser parses it (which drops
 * tabs and line breaks and treats `\` as `/`), so that no URL can redirect to another site.
 */
export function getSafeRedirectPath(requested: string | string[] | undefined): string {
  if (
    typeof requested !== 'string' ||
    !requested.startsWith('/') ||
    !URL.canParse(requested, placeholderOrigin)
  )
    return '/';
  const { origin, pathname, search, hash } = new URL(requested, placeholderOrigin);
  return origin === placeholderOrigin && !pathname.startsWith('//') ? pathname + search + hash : '/';
}

/**
 * Returns the page to open after a sign-up that creates an organization: the start page instead of pages of a project,
 * which belongs to another organization.
 * @param next a safe path (`getSafeRedirectPath`)
 */
export function getSignUpRedirectPath(next: string): string {
  const [, section, projectId = ''] = next.split(/[/?#]/);
  return section === 'projects' && isUuid(projectId) ? '/' : next;
}

/**
 * Adds the parameter `next`, the page to open afterwards, to a path such as `/sign-in`.
 * @param path the path of a page, which may have a query
 * @param next a safe path (`getSafeRedirectPath`); `/`, which is the default, is not added
 */
export function addNext(path: string, next: string): string {
  if (next === '/') return path;
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}
