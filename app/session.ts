import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { sha256 } from '#lib/core/crypto';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { readClientAddress } from '#lib/core/ip-address';
import {
  explainDenial,
  type Permission,
  type Role,
  reauthenticationMinutes,
  recordDenial,
} from '#lib/core/permissions';
import { recordSecurityEvent } from '#lib/core/security-events';
import { isVerificationRequired } from '#lib/core/sign-up-policy';
import { isUuid } from '#lib/core/text';
import {
  type Context,
  cacheSessionUser,
  getDependencies,
  getRestrictedDependencies,
  getSessionUser,
  type Membership,
  prefetchHeader,
  recentChangeCookie,
  removeSessionUser,
  requestedPathHeader,
  type SessionUser,
} from '#lib/dashboard/session/session';
import {
  getCookieName,
  getCookieOptions,
  getSessionCookieName,
  getSessionId,
} from '#lib/dashboard/session/session-cookie';
import type { AccountContext } from '#lib/db/context';
import { getShownOrganization, OutdatedPage, redirectToReload } from './shown-organization';

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
  /** Whether the organization requires a second factor that this session lacks, so that it must not be shown. */
  needsSecondFactor: boolean;
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

/**
 * Returns the session. Redirects as `requireUser` does, to `/new-organization` if the user is a member of none, and to
 * `/account/second-factor` if the organization requires one that the session lacks. If a page that shows another organization
 * than the current one sent the request, the browser loads the requested page anew.
 */
export async function requireSession(): Promise<Session> {
  const session = await selectOrganization(await requireUser());
  const shown = await getShownOrganization();
  if (session.needsSecondFactor) {
    const path = addNext('/account/second-factor', await getRequestedPath());
    // A page that is already open still shows the organization.
    return shown === null ? redirect(path) : redirectToReload(path);
  }
  const isCurrent = shown === session.organization.organizationId;
  // Without the header, a GET request opens a page as a document. Only pages of the dashboard call actions.
  if (isCurrent || (shown === null && !(await isActionRequest()))) return session;
  return redirectToReload(await getRequestedPath());
}

/**
 * Returns the session in the current organization, even if it must not be shown (`needsSecondFactor`). Redirects to
 * `/new-organization` if the user is a member of none.
 */
export async function selectOrganization(sessionUser: SessionUser): Promise<Session> {
  const { user, memberships, authenticatedAt, hasSecondFactor } = sessionUser;
  const organization = await findCurrentOrganization(memberships);
  if (!organization) redirect('/new-organization');
  const needsReauthentication = isAuthenticationOld(authenticatedAt);
  const needsSecondFactor = organization.requiresSecondFactor && !hasSecondFactor;
  return { user, organization, organizations: memberships, needsReauthentication, needsSecondFactor };
}

async function findCurrentOrganization(memberships: readonly Membership[]): Promise<Membership | undefined> {
  const chosen = (await cookies()).get(getCookieName(organizationCookie))?.value;
  return memberships.find(({ organizationId }) => organizationId === chosen) ?? memberships[0];
}

/**
 * Says why the signed-in member can't open a page; null if they can. Unlike `explainDenial`, records the denial, unless the
 * browser only prefetches the page.
 */
export async function explainPageDenial({ actor }: Context, permission: Permission): Promise<string | null> {
  if (!(await isPrefetch())) recordDenial(actor, permission);
  return explainDenial(actor, permission);
}

async function isPrefetch(): Promise<boolean> {
  return (await headers()).has(prefetchHeader);
}

/** Records the failure of a user's request whose organization does not have an ID that the request used. */
export async function recordUnknownId(error: unknown): Promise<void> {
  if (!(error instanceof ServiceError) || error.code !== 'RESOURCE_NOT_FOUND') return;
  if (error instanceof OutdatedPage || (await isPrefetch())) return;
  const sessionUser = await getCurrentUser();
  if (!sessionUser) return;
  const organization = await findCurrentOrganization(sessionUser.memberships);
  recordSecurityEvent('id.unknown', {
    organizationId: organization?.organizationId,
    userId: sessionUser.user.id,
    ipAddress: (await getClient()).ipAddress,
  });
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
    sessionId: await getCurrentSessionId(),
    // Users with any role may change their own account.
    actor: { kind: 'member', userId: user.id, role: 'viewer', needsReauthentication },
  };
}

/** Returns the context of the signed-in member in the current organization. Redirects as `requireSession` does. */
export async function getContext(): Promise<Context> {
  return openContext(await requireSession());
}

/**
 * Returns the context of an operation: that of the signed-in member in the organization that the page shows.
 * @param shown the organization's ID; null if the request names none
 * @throws OutdatedPage if that is not the current organization, or the user is not a member of it; ServiceError
 *   INSUFFICIENT_PERMISSIONS if it requires a second factor that the session lacks
 */
export async function getOperationContext(shown: string | null): Promise<Context> {
  const sessionUser = await requireUser();
  if (shown === null) throw new OutdatedPage('The request doesn’t name an organization.');
  if (!sessionUser.memberships.some(({ organizationId }) => organizationId === shown)) {
    await recordForeignOrganization(sessionUser.user.id);
    throw new OutdatedPage('You’re no longer a member of the organization that this page shows.');
  }
  const session = await selectOrganization(sessionUser);
  const { organizationId, organizationName } = session.organization;
  if (organizationId !== shown) {
    throw new OutdatedPage(
      `You switched to ${organizationName} in another tab.`,
      'Reload the page to continue there.',
    );
  }
  if (session.needsSecondFactor) {
    throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
      message: `${organizationName} requires a second factor. Nothing was changed. Reload the page to set it up.`,
    });
  }
  return openContext(session);
}

/** Records that a user addressed an organization that they are not a member of. */
async function recordForeignOrganization(userId: string): Promise<void> {
  recordSecurityEvent('organization.denied', { userId, ipAddress: (await getClient()).ipAddress });
}

async function openContext({ user, organization, needsReauthentication }: Session): Promise<Context> {
  const { organizationId, role, deletesAt } = organization;
  return {
    ...getRestrictedDependencies(),
    needsCurrentData: await needsCurrentData(),
    client: await getClient(),
    organizationId,
    actor: {
      kind: 'member',
      userId: user.id,
      organizationId,
      role,
      needsReauthentication,
      isSuspended: deletesAt !== null,
    },
  };
}

async function isActionRequest(): Promise<boolean> {
  return (await headers()).has('next-action');
}

/** Returns whether the request makes a change, or the browser recently made one that its pages must show. */
async function needsCurrentData(): Promise<boolean> {
  return (await isActionRequest()) || (await cookies()).has(getCookieName(recentChangeCookie));
}

/** Returns the IP address and the user agent of the request. */
export async function getClient(): Promise<NonNullable<Context['client']>> {
  const requestHeaders = await headers();
  return {
    ipAddress: readClientAddress(requestHeaders.get('x-forwarded-for')),
    userAgent: requestHeaders.get('user-agent') ?? '',
  };
}

/**
 * Switches to another organization. For server actions and route handlers only, because it sets a cookie.
 * @throws ServiceError RESOURCE_NOT_FOUND if the user is not a member of it
 */
export async function switchOrganization(organizationId: string): Promise<void> {
  const { memberships, user } = await requireUser();
  if (!memberships.some((membership) => membership.organizationId === organizationId)) {
    await recordForeignOrganization(user.id);
    throw new ServiceError('RESOURCE_NOT_FOUND', {
      message: 'Organization not found, or you are not a member of it.',
    });
  }
  (await cookies()).set(getCookieName(organizationCookie), organizationId, {
    ...getCookieOptions(),
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
