import type { Clock } from '#lib/core/clock';
import { isSameSecret, sha256 } from '#lib/core/crypto';
import { invalidField, ServiceError } from '#lib/core/errors';
import { verifyPassword } from '#lib/core/password';
import type { Database } from '#lib/db/client';
import { type Context, scoped } from '#lib/db/context';

/** What a link gives: a reader of one project, under filters that stay as they are. */
export interface OpenedShare {
  /** May read only. The page passes `projectId` and `filters` on, never ones from its address. */
  context: Context;
  projectId: string;
  /** Query string. */
  filters: string;
}

/**
 * Opens a link by its token; undefined for one that is unknown, revoked or expired, `locked` for one whose password
 * has not been given.
 * @param proof what `unlockShare` gave for the password
 */
export async function openShare(
  place: { db: Database; clock: Clock },
  { token, proof }: { token: string; proof?: string | undefined },
): Promise<OpenedShare | 'locked' | undefined> {
  const share = await findShare(place, token);
  if (!share) return undefined;
  const { context, projectId, filters, passwordHash } = share;
  if (passwordHash !== null && !(proof && isSameSecret(proof, createShareProof(token, passwordHash))))
    return 'locked';
  return { context, projectId, filters };
}

interface FoundShare {
  id: string;
  /** Of whoever holds the link: may read only. */
  context: Context;
  projectId: string;
  filters: string;
  passwordHash: string | null;
}

/** The link of a token; undefined for one that is unknown, revoked or expired. */
async function findShare(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
): Promise<FoundShare | undefined> {
  const { rows } = await db.$client.query<Omit<FoundShare, 'context'> & { organizationId: string }>(
    `SELECT organization_id AS "organizationId", id, project_id AS "projectId", filters,
       password_hash AS "passwordHash"
     FROM shares WHERE token_hash = $1 AND revoked_at IS NULL AND coalesce(expires_at > $2, true)`,
    [sha256(token), clock.now()],
  );
  const share = rows[0];
  if (!share) return undefined;
  const { organizationId, id, projectId, filters, passwordHash } = share;
  const context: Context = { db, clock, organizationId, actor: { kind: 'share', shareId: id } };
  return { id, context, projectId, filters, passwordHash };
}

/** What a browser keeps of a password that was right. Who knows the token alone cannot make it. */
function createShareProof(token: string, passwordHash: string): string {
  return sha256(`${token} ${passwordHash}`).toString('base64url');
}

const maxGuesses = 10;
const guessWindowMinutes = 15;

/**
 * Proves the password of a link, so that it opens (`openShare`). At most 10 guesses in 15 minutes, whoever makes them.
 * @throws ServiceError VALIDATION_ERROR for a wrong one, RATE_LIMIT_EXCEEDED, RESOURCE_NOT_FOUND
 */
export async function unlockShare(
  place: { db: Database; clock: Clock },
  { token, password }: { token: string; password: string },
): Promise<string> {
  const share = await findShare(place, token);
  if (!share || share.passwordHash === null) {
    throw new ServiceError('RESOURCE_NOT_FOUND', { message: 'There is no such link any more.' });
  }
  const { id, context, passwordHash } = share;
  if (!(await countGuess(context, id))) {
    throw new ServiceError('RATE_LIMIT_EXCEEDED', {
      message: `Too many wrong passwords. Try again in ${guessWindowMinutes} minutes.`,
    });
  }
  if (!(await verifyPassword(password, passwordHash))) {
    throw invalidField('password', 'This is not the password of the link. Ask whoever sent it.');
  }
  await scoped(context, ({ db, organizationId }) =>
    db.$client.query(
      'UPDATE shares SET wrong_passwords = 0, wrong_since = NULL WHERE organization_id = $1 AND id = $2',
      [organizationId, id],
    ),
  );
  return createShareProof(token, passwordHash);
}

/** Counts a guess before it is looked at, so that many at once are no more than many after each other. */
async function countGuess(context: Context, shareId: string): Promise<boolean> {
  const { rowCount } = await scoped(context, ({ db, organizationId, clock }) => {
    const now = clock.now();
    const begin = new Date(now.getTime() - guessWindowMinutes * 60_000);
    return db.$client.query(
      `UPDATE shares SET wrong_passwords = CASE WHEN wrong_since > $4 THEN wrong_passwords + 1 ELSE 1 END,
         wrong_since = CASE WHEN wrong_since > $4 THEN wrong_since ELSE $3 END
       WHERE organization_id = $1 AND id = $2
         AND (wrong_since IS NULL OR wrong_since <= $4 OR wrong_passwords < $5)`,
      [organizationId, shareId, now, begin, maxGuesses],
    );
  });
  return rowCount === 1;
}
