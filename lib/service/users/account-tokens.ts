import { and, eq, gt } from 'drizzle-orm';
import { randomToken, sha256 } from '#lib/core/crypto';
import type { Context } from '#lib/db/context';
import type { Database } from '#lib/db/database';
import { accountTokens } from '#lib/db/schema/account-tokens';
import { users } from '#lib/db/schema/organizations';

type Deps = Pick<Context, 'db' | 'clock'>;
export type TokenPurpose = (typeof accountTokens.$inferSelect)['purpose'];

/** Minutes for which a link works. */
const tokenMinutes = { 'password-reset': 60, email: 24 * 60 } as const satisfies Record<TokenPurpose, number>;

/** Creates the token of a link; only its SHA-256 is stored. */
export async function createToken(
  { db, clock }: Deps,
  { userId, purpose, email }: { userId: string; purpose: TokenPurpose; email: string },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomToken();
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + tokenMinutes[purpose] * 60_000);
  await db.insert(accountTokens).values({
    tokenHash: sha256(token),
    userId,
    purpose,
    email,
    createdAt,
    expiresAt,
  });
  return { token, expiresAt };
}

const isValid = ({ clock }: Deps, token: string, purpose: TokenPurpose) =>
  and(
    eq(accountTokens.tokenHash, sha256(token)),
    eq(accountTokens.purpose, purpose),
    gt(accountTokens.expiresAt, clock.now()),
  );

/**
 * Returns the user of a link and the address that it was sent to; null if the link was used, has expired or is unknown.
 */
export async function findToken(deps: Deps, token: string, purpose: TokenPurpose) {
  const { id, email, name } = users;
  const [found] = await deps.db
    .select({ user: { id, email, name }, email: accountTokens.email })
    .from(accountTokens)
    .innerJoin(users, eq(users.id, accountTokens.userId))
    .where(isValid(deps, token, purpose));
  return found ?? null;
}

/** Uses up a link. @returns whether it was still valid */
export async function consumeToken(deps: Deps, token: string, purpose: TokenPurpose): Promise<boolean> {
  const { rowCount } = await deps.db.delete(accountTokens).where(isValid(deps, token, purpose));
  return rowCount === 1;
}

/** Deletes the user's links for one purpose, or for all purposes by default. */
export async function deleteTokens(db: Database, userId: string, purpose?: TokenPurpose): Promise<void> {
  const isOwn = eq(accountTokens.userId, userId);
  await db.delete(accountTokens).where(purpose ? and(isOwn, eq(accountTokens.purpose, purpose)) : isOwn);
}
