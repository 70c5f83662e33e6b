import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Role } from '#lib/core/permissions';
import { processState } from '#lib/core/process-state';
import { systemClock } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { getDatabases } from '#lib/db/databases';
import { memberships, organizations, userSessions, users } from '#lib/db/schema/organizations';

export type { Context } from '#lib/db/context';

/** Returns the database and clock for work that does not belong to one organization, such as signing in. */
export function getDependencies(): Pick<Context, 'db' | 'clock'> {
  return { db: getDatabases().system, clock: systemClock };
}

/** Returns the database and the clock for work within one organization. */
export function getRestrictedDependencies(): Pick<Context, 'db' | 'clock'> {
  return { db: getDatabases().restricted, clock: systemClock };
}

/**
 * A cookie that is set by the response to each request that may change data, if pages may show data that is a few seconds
 * old. It expires after this time. While a browser sends it, its pages show the current data.
 */
export const recentChangeCookie = 'answerscope.recent-change';

/** The request header with the path and query of the requested page. The web process sets it, whatever clients send. */
export const requestedPathHeader = 'x-requested-path';

/** The request header of a page that a browser loads before its user follows the link. The web process sets it, too. */
export const prefetchHeader = 'x-prefetched-page';

/** An organization of a user, and the user's role in it. */
export interface Membership {
  organizationId: string;
  organizationName: string;
  role: Role;
  /** When the deletion of the organization begins; null unless it is scheduled. */
  deletesAt: Date | null;
  /** Whether members see the organization only with a second factor. */
  requiresSecondFactor: boolean;
}

export interface UserWithMemberships {
  user: { id: string; email: string; name: string; isEmailVerified: boolean };
  /** In the order they were joined. */
  memberships: Membership[];
}

export interface SessionUser extends UserWithMemberships {
  /** When the user was last authenticated in this session. */
  authenticatedAt: Date;
  /**
   * Whether the session counts as one with a second factor: the user has an authenticator app, without whose code nobody
   * signs in, or a passkey has verified the user in this session. A password or an identity provider alone does not count.
   */
  hasSecondFactor: boolean;
  /** What a password reset ended, as sentences, until the user dismisses them; null if there is nothing to read. */
  resetNotice: string[] | null;
}

const userColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  emailVerifiedAt: users.emailVerifiedAt,
  organizationId: organizations.id,
  organizationName: organizations.name,
  role: memberships.role,
  deletesAt: organizations.deletesAt,
  requiresSecondFactor: organizations.requiresSecondFactor,
};

const hasSecondFactor = sql<boolean>`(
  EXISTS (SELECT FROM totp_factors f WHERE f.user_id = ${users.id} AND f.confirmed_at IS NOT NULL)
  OR (${userSessions.passkeyVerifiedAt} IS NOT NULL AND EXISTS (SELECT FROM passkeys p WHERE p.user_id = ${users.id})))`;

/** Join condition: the organization of a membership, unless the deletion of the organization has begun. */
const isExistingOrganization = and(
  eq(organizations.id, memberships.organizationId),
  isNull(organizations.deletionStartedAt),
);

interface UserRow {
  id: string;
  email: string;
  name: string;
  emailVerifiedAt: Date | null;
  organizationId: string | null;
  organizationName: string | null;
  role: Role | null;
  deletesAt: Date | null;
  requiresSecondFactor: boolean | null;
}

/** Returns a user with current memberships; null if the user does not exist. */
export async function getUser(db: Database, userId: string): Promise<UserWithMemberships | null> {
  const rows = await db
    .select(userColumns)
    .from(users)
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .leftJoin(organizations, isExistingOrganization)
    .where(eq(users.id, userId))
    .orderBy(memberships.createdAt, organizations.id);
  return toUserWithMemberships(rows);
}

function toUserWithMemberships(rows: readonly UserRow[]): UserWithMemberships | null {
  const [first] = rows;
  if (!first) return null;
  const joined = rows.flatMap(
    ({ organizationId, organizationName, role, deletesAt, requiresSecondFactor }) =>
      organizationId && organizationName && role && requiresSecondFactor !== null
        ? [{ organizationId, organizationName, role, deletesAt, requiresSecondFactor }]
        : [],
  );
  const { id, email, name, emailVerifiedAt } = first;
  return { user: { id, email, name, isEmailVerified: emailVerifiedAt !== null }, memberships: joined };
}

/** Minimum interval between updates of the last use of a session. */
const seenIntervalMs = 5 * 60_000;

/**
 * Returns the user of a session with current memberships; null if the session has ended, expired, or was not used for
 * `idleHours`.
 */
export async function getSessionUser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { sessionId, idleHours }: { sessionId: string; idleHours: number },
): Promise<SessionUser | null> {
  const now = clock.now();
  const rows = await db
    .select({
      ...userColumns,
      lastSeenAt: userSessions.lastSeenAt,
      authenticatedAt: userSessions.authenticatedAt,
      hasSecondFactor,
      resetNotice: users.resetNotice,
    })
    .from(userSessions)
    .innerJoin(users, eq(users.id, userSessions.userId))
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .leftJoin(organizations, isExistingOrganization)
    .where(
      and(
        eq(userSessions.id, sessionId),
        gt(userSessions.expiresAt, now),
        gt(userSessions.lastSeenAt, new Date(now.getTime() - idleHours * 3_600_000)),
      ),
    )
    .orderBy(memberships.createdAt, organizations.id);
  const [first] = rows;
  if (first && now.getTime() - first.lastSeenAt.getTime() > seenIntervalMs) {
    await db.update(userSessions).set({ lastSeenAt: now }).where(eq(userSessions.id, sessionId));
  }
  const user = toUserWithMemberships(rows);
  if (!first || !user) return null;
  const { authenticatedAt, hasSecondFactor: isConfirmed, resetNotice } = first;
  return { ...user, authenticatedAt, hasSecondFactor: isConfirmed, resetNotice };
}

declare module '#lib/core/process-state' {
  interface ProcessState {
    /** The IDs of users by the hash of their session cookie. */
    sessionUsers?: LRUCache<string, string>;
  }
}

function getSessionUserCache(): LRUCache<string, string> {
  processState.sessionUsers ??= new LRUCache({ max: 50_000 });
  return processState.sessionUsers;
}

/** Caches the user of a session cookie, so that the web process can limit requests by user before it renders a page. */
export function cacheSessionUser(tokenHash: string, userId: string): void {
  getSessionUserCache().set(tokenHash, userId);
}

/** Removes a session cookie from the cache, because its session has ended. */
export function removeSessionUser(tokenHash: string): void {
  getSessionUserCache().delete(tokenHash);
}

/**
 * Returns the cached user of a session cookie; undefined if this process has not seen the cookie. The session may have
 * ended since, because the user stays cached until the next request with this cookie that reads the session.
 */
export function getSessionUserId(tokenHash: string): string | undefined {
  return getSessionUserCache().get(tokenHash);
}
