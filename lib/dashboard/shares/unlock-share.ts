import type { Clock } from '#lib/core/clock';
import { invalidField, ServiceError } from '#lib/core/errors';
import { verifyPassword } from '#lib/core/password';
import { createShareProof, findShare } from '#lib/dashboard/shares/find-share';
import type { Database } from '#lib/db/client';
import { type Context, scoped } from '#lib/db/context';

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
