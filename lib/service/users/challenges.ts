import { and, eq, gt, type SQL } from 'drizzle-orm';
import { randomToken, sha256 } from '#lib/core/crypto';
import type { Context } from '#lib/db/context';
import { authChallenges, type ChallengePurpose } from '#lib/db/schema/authentication';

type Deps = Pick<Context, 'db' | 'clock'>;

/** Time within which a challenge must be completed, in minutes. */
export const challengeMinutes = 10;

interface NewChallenge {
  purpose: ChallengePurpose;
  /** The user, if already known. */
  userId?: string;
  data?: Record<string, string>;
}

/**
 * Creates a challenge for one step of signing in, reauthenticating with a passkey, registering a passkey or
 * linking an account of an identity provider.
 * @returns the token of the challenge, which is stored only as a hash
 */
export async function createChallenge(
  { db, clock }: Deps,
  { purpose, userId, data }: NewChallenge,
): Promise<string> {
  const token = randomToken();
  const expiresAt = new Date(clock.now().getTime() + challengeMinutes * 60_000);
  await db.insert(authChallenges).values({ tokenHash: sha256(token), purpose, userId, data, expiresAt });
  return token;
}

interface ChallengeQuery {
  purpose: ChallengePurpose;
  token: string;
  /** Requires that the challenge was created for this user. */
  userId?: string;
}

const matchesChallenge = ({ clock }: Deps, { purpose, token, userId }: ChallengeQuery): SQL | undefined =>
  and(
    eq(authChallenges.tokenHash, sha256(token)),
    eq(authChallenges.purpose, purpose),
    userId === undefined ? undefined : eq(authChallenges.userId, userId),
    gt(authChallenges.expiresAt, clock.now()),
  );

/** Returns an open challenge without completing it; null if it is unknown, completed or expired. */
export async function getChallenge(deps: Deps, query: ChallengeQuery) {
  const [challenge] = await deps.db.select().from(authChallenges).where(matchesChallenge(deps, query));
  return challenge ?? null;
}

/** Completes a challenge, which works once. @returns null if it is unknown, completed or expired */
export async function completeChallenge(deps: Deps, query: ChallengeQuery) {
  const [challenge] = await deps.db.delete(authChallenges).where(matchesChallenge(deps, query)).returning();
  return challenge ?? null;
}
