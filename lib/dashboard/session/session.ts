import { and, eq, gt, isNull } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Role } from '#lib/core/permissions';
import { systemClock } from '#lib/core/time';
import { type Context, type Database, getDatabases } from '#lib/db/client';
import { memberships, organizations, userSessions, users } from '#lib/db/schema/organizations';

export type { Context } from '#lib/db/client';

/** Returns the database and clock for work that does not belong to one organization, such as signing in. */
export function getDependencies(): Pick<Context, 'db' | 'clock'> {
  return { db: getDatabases().system, clock: systemClock };
}

/** Returns the databases and the clock for work within one organization. */
export function getRestrictedDependencies(): Pick<Context, 'db' | 'clock' | 'replica'> {
  const { restricted, replica } = getDatabases();
  return { db: restricted, clock: systemClock, replica };
}

/**
 * A cookie that is set by the response to each request that may change data. It expires after the maximum lag of the read
 * replica. While a browser sends it, the pages for this browser read from the primary.
 */
export const recentChangeCookie = 'answerscope.recent-change';

/** The request header with the path and query of the requested page. The web process sets it, whatever clients send. */
export const requestedPathHeader = 'x-requested-path';

/** An organization of a user, and the user's role in it. */
export interface Membership {
  organizationId: string;
  organizationName: string;
  role: Role;
  /** When the deletion of the organization begins; null unless it is scheduled. */
  deletesAt: Date | null;
}

export interface UserWithMemberships {
  user: { id: string; email: string; name: string; isEmailVerified: boolean };
  /** In the order they were joined. */
  memberships: Membership[];
}

export interface SessionUser extends UserWithMemberships {
  /** When the user was last authenticated in this session. */
  authenticatedAt: Date;
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
};

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
  const joined = rows.flatMap(({ organizationId, organizationName, role, deletesAt }) =>
    organizationId && organizationName && role ? [{ organizationId, organizationName, role, deletesAt }] : [],
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
  return first && user ? { ...user, authenticatedAt: first.authenticatedAt } : null;
}

declare global {
  /** Global, because Next.js may load a module more than once in a process. */
  var answerscopeSessionUsers: LRUCache<string, string> | undefined;
}

function getSessionUserCache(): LRUCache<string, string> {
  globalThis.answerscopeSessionUsers ??= new LRUCache({ max: 50_000 });
  return globalThis.answerscopeSessionUsers;
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
