import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { isSameSecret, sha256, verifyPassword } from '#lib/core/crypto';
import { invalidField, notFound, ServiceError } from '#lib/core/errors';
import { isUnexpired, maxPasswordLength } from '#lib/dashboard/shares/shares';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { organizations } from '#lib/db/schema/organizations';
import { shares } from '#lib/db/schema/projects';

/** Read access to one project under fixed filters. */
export interface OpenedShare {
  /** Read-only. Pages use `projectId` and `filters` of this object, never those of their URL. */
  context: Context;
  projectId: string;
  /** Query string. */
  filters: string;
}

/**
 * Opens a share link by its token. Returns undefined for an unknown, revoked or expired link, and `locked` for one
 * whose password has not been entered.
 * @param proof the result of `unlockShare`
 */
export async function openShare(
  dependencies: Dependencies,
  { token, proof }: { token: string; proof?: string | undefined },
): Promise<OpenedShare | 'locked' | undefined> {
  const share = await findShare(dependencies, token);
  if (!share) return undefined;
  const { context, projectId, filters, passwordHash } = share;
  if (passwordHash === null) return { context, projectId, filters };
  const isUnlocked = proof !== undefined && isSameSecret(proof, createShareProof(token, passwordHash));
  return isUnlocked ? { context, projectId, filters } : 'locked';
}

type Dependencies = Pick<Context, 'db' | 'clock'>;

/** Returns the share link of a token, with a read-only context; undefined if unknown, revoked or expired. */
async function findShare({ db, clock }: Dependencies, token: string) {
  const [share] = await db
    .select({
      organizationId: shares.organizationId,
      id: shares.id,
      projectId: shares.projectId,
      filters: shares.filters,
      passwordHash: shares.passwordHash,
    })
    .from(shares)
    .innerJoin(organizations, eq(organizations.id, shares.organizationId))
    .where(
      and(
        eq(shares.tokenHash, sha256(token)),
        isNull(shares.revokedAt),
        isUnexpired(clock.now()),
        isNull(organizations.deletesAt),
      ),
    );
  if (!share) return undefined;
  const { organizationId, id, projectId, filters, passwordHash } = share;
  const context: Context = { db, clock, organizationId, actor: { kind: 'share', shareId: id } };
  return { id, context, projectId, filters, passwordHash };
}

/** Creates the proof that a browser stores after the correct password; the token alone is not enough to create it. */
function createShareProof(token: string, passwordHash: string): string {
  return sha256(`${token} ${passwordHash}`).toString('base64url');
}

const maxGuesses = 10;
const guessWindowMinutes = 15;

/**
 * Checks the password of a share link and returns the proof that opens it (`openShare`). A link accepts at most 10
 * guesses in 15 minutes, from all visitors together.
 * @throws ServiceError VALIDATION_ERROR for a wrong password, RATE_LIMIT_EXCEEDED, RESOURCE_NOT_FOUND
 */
export async function unlockShare(
  dependencies: Dependencies,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const share = await findShare(dependencies, token);
  if (!share || share.passwordHash === null) throw notFound('This share link no longer exists.');
  const { id, context, passwordHash } = share;
  if (!(await countGuess(context, id))) {
    throw new ServiceError('RATE_LIMIT_EXCEEDED', {
      message: `Too many wrong passwords. Try again in ${guessWindowMinutes} minutes.`,
    });
  }
  if (password.length > maxPasswordLength || !(await verifyPassword(password, passwordHash))) {
    throw invalidField('password', 'Wrong password. Ask the person who sent you the link.');
  }
  await withOrganization(context, ({ db, organizationId }) =>
    db
      .update(shares)
      .set({ wrongPasswords: 0, wrongSince: null })
      .where(hasValues(shares, { organizationId, id })),
  );
  return createShareProof(token, passwordHash);
}

/** Counts a guess before it is checked, so that parallel guesses cannot exceed the limit. */
async function countGuess(context: Context, shareId: string): Promise<boolean> {
  const counted = await withOrganization(context, ({ db, organizationId, clock }) => {
    const now = clock.now();
    const windowStart = new Date(now.getTime() - guessWindowMinutes * 60_000);
    const { wrongPasswords, wrongSince } = shares;
    const isInWindow = gt(wrongSince, windowStart);
    return db
      .update(shares)
      .set({
        wrongPasswords: sql`CASE WHEN ${isInWindow} THEN ${wrongPasswords} + 1 ELSE 1 END`,
        wrongSince: sql`CASE WHEN ${isInWindow} THEN ${wrongSince} ELSE ${now}::timestamptz END`,
      })
      .where(
        and(
          hasValues(shares, { organizationId, id: shareId }),
          or(isNull(wrongSince), lte(wrongSince, windowStart), lt(wrongPasswords, maxGuesses)),
        ),
      )
      .returning({ id: shares.id });
  });
  return counted.length === 1;
}
