import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { z } from 'zod';
import { notFound, ServiceError } from '#lib/core/errors';
import type { Actor } from '#lib/core/permissions';
import { recordSecurityEvent } from '#lib/core/security-events';
import type { AccountContext, Context } from '#lib/db/context';
import { userSessions } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { defineAccountOperation } from '#lib/operations/define-account-operation';
import { noInput } from '#lib/operations/define-operation';
import { recordAccountChange } from '#lib/service/users/account-audit';

type Deps = Pick<Context, 'db' | 'clock'>;

/** Days after sign-in until a session ends, even if it is used. */
export const sessionDays = 30;
const maxUserAgentLength = 300;

interface NewSession {
  userId: string;
  ipAddress: string;
  userAgent: string;
  /** Time of the user's last authentication; the current time by default. */
  authenticatedAt?: Date | undefined;
  /** Whether a passkey has verified the user. */
  isPasskeyVerified?: boolean;
}

/** Starts a session of a user who has just signed in. @returns its ID, which the encrypted cookie holds */
export async function createSession(
  { db, clock }: Deps,
  { userId, ipAddress, userAgent, authenticatedAt, isPasskeyVerified = false }: NewSession,
): Promise<string> {
  const now = clock.now();
  const [created] = await db
    .insert(userSessions)
    .values({
      userId,
      ipAddress,
      userAgent: userAgent.slice(0, maxUserAgentLength),
      createdAt: now,
      lastSeenAt: now,
      authenticatedAt: authenticatedAt ?? now,
      passkeyVerifiedAt: isPasskeyVerified ? now : null,
      expiresAt: new Date(now.getTime() + sessionDays * 86_400_000),
    })
    .returning({ id: userSessions.id });
  if (!created) throw new Error('The session was not stored.');
  return created.id;
}

export type UserSession = Awaited<ReturnType<typeof listSessions>>[number];

/**
 * Lists the sessions of the acting member that have not ended, most recently used first.
 * @param options.idleHours hours without use after which a session ends
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listSessions(
  { db, clock, actor }: AccountContext,
  { idleHours }: { idleHours: number },
) {
  const { id, ipAddress, userAgent, createdAt, lastSeenAt } = userSessions;
  const now = clock.now();
  return db
    .select({ id, ipAddress, userAgent, createdAt, lastSeenAt })
    .from(userSessions)
    .where(
      and(
        eq(userSessions.userId, getActingUserId(actor)),
        gt(userSessions.expiresAt, now),
        gt(lastSeenAt, new Date(now.getTime() - idleHours * 3_600_000)),
      ),
    )
    .orderBy(desc(lastSeenAt));
}

/** @throws ServiceError RESOURCE_NOT_FOUND if the session has ended */
export const endSession = defineAccountOperation({
  name: 'sessions.end',
  title: 'End a session',
  description: 'Ends a session of the user immediately.',
  permission: 'account.edit',
  effect: 'delete',
  input: z.object({ id: z.uuid('Invalid session ID.') }),
  audit: ['member.sessions-ended'],
  run: (context, { id }) =>
    transaction(context.db, async (db) => {
      const { rowCount } = await db
        .delete(userSessions)
        .where(and(eq(userSessions.id, id), eq(userSessions.userId, context.actor.userId)));
      if (!rowCount) throw notFound('This session has already ended.', id);
      await recordSessionsEnded({ ...context, db }, 1);
    }),
});

/** Ends the session of a browser that signs out. */
export async function endSessionById({ db }: Pick<Deps, 'db'>, id: string): Promise<void> {
  await db.delete(userSessions).where(eq(userSessions.id, id));
}

export const endOtherSessions = defineAccountOperation({
  name: 'sessions.end-others',
  title: 'End all other sessions',
  description: 'Immediately ends all sessions of the user except the one that calls it.',
  permission: 'account.edit',
  effect: 'delete',
  input: noInput,
  audit: ['member.sessions-ended'],
  run: (context) =>
    transaction(context.db, async (db) => {
      const tx = { ...context, db };
      const count = await deleteOtherSessions(tx);
      if (count > 0) await recordSessionsEnded(tx, count);
    }),
});

/**
 * Deletes all sessions of the acting member except the current one. The caller records the change that this is part of.
 * @returns the number of deleted sessions
 */
export async function deleteOtherSessions({
  db,
  actor,
  sessionId,
}: Pick<AccountContext, 'db' | 'actor' | 'sessionId'>): Promise<number> {
  const isOwn = eq(userSessions.userId, getActingUserId(actor));
  const { rowCount } = await db
    .delete(userSessions)
    .where(sessionId ? and(isOwn, ne(userSessions.id, sessionId)) : isOwn);
  return rowCount ?? 0;
}

function recordSessionsEnded(context: AccountContext, sessions: number): Promise<void> {
  const change = { action: 'member.sessions-ended', after: { sessions } } as const;
  return recordAccountChange(context, getActingUserId(context.actor), change);
}

/** Returns the user ID of the acting member. @throws ServiceError INSUFFICIENT_PERMISSIONS unless a member acts */
export function getActingUserId(actor: Actor): string {
  if (actor.kind !== 'member') throw new ServiceError('INSUFFICIENT_PERMISSIONS');
  return actor.userId;
}

/** Records that the acting member used a wrong password, code or passkey to confirm who they are. */
export function recordFailedConfirmation(
  { actor, client }: Pick<AccountContext, 'actor' | 'client'>,
  method: 'password' | 'code' | 'passkey',
): void {
  const userId = getActingUserId(actor);
  recordSecurityEvent('confirmation.failed', { method, userId, ipAddress: client?.ipAddress });
}
