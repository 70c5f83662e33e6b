import { sha256 } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/db/context';

/** How often something may be tried by one subject before it has to wait for the end of the window. */
export const throttles = {
  'login-account': { attempts: 10, windowMinutes: 15 },
  'login-address': { attempts: 50, windowMinutes: 15 },
  'sign-up-address': { attempts: 30, windowMinutes: 60 },
  'invitation-address': { attempts: 30, windowMinutes: 60 },
} as const satisfies Record<string, { attempts: number; windowMinutes: number }>;

export type Throttle = keyof typeof throttles;
type Place = Pick<Context, 'db' | 'clock'>;

/**
 * Counts an attempt before it is made, so that many at once cannot pass together. Call it outside a
 * transaction: the count must outlive an attempt that fails.
 * @param subject whose attempt it is: an e-mail address or a network address
 * @throws ServiceError RATE_LIMIT_EXCEEDED saying how long to wait
 */
export async function countAttempt(place: Place, throttle: Throttle, subject: string): Promise<void> {
  const { attempts, windowMinutes } = throttles[throttle];
  const now = place.clock.now();
  const resetsAt = new Date(now.getTime() + windowMinutes * 60_000);
  const { rows } = await place.db.$client.query<{ failures: number; resets_at: Date }>(
    `INSERT INTO auth_attempts AS t (subject_hash, attempts, resets_at) VALUES ($1, 1, $3)
     ON CONFLICT (subject_hash) DO UPDATE SET
       attempts = CASE WHEN t.resets_at <= $2 THEN 1 ELSE t.attempts + 1 END,
       resets_at = CASE WHEN t.resets_at <= $2 THEN $3 ELSE t.resets_at END
     RETURNING attempts AS failures, resets_at`,
    [subjectKey(throttle, subject), now, resetsAt],
  );
  const counted = rows[0];
  if (!counted || counted.failures <= attempts) return;
  const minutes = Math.max(1, Math.ceil((counted.resets_at.getTime() - now.getTime()) / 60_000));
  throw new ServiceError('RATE_LIMIT_EXCEEDED', {
    message: `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  });
}

/** Takes a counted attempt back, because it succeeded. */
export async function forgiveAttempt(place: Place, throttle: Throttle, subject: string): Promise<void> {
  await place.db.$client.query(
    'UPDATE auth_attempts SET attempts = attempts - 1 WHERE subject_hash = $1 AND attempts > 0',
    [subjectKey(throttle, subject)],
  );
}

/** Forgets every attempt of a subject that has shown who it is. */
export async function forgetAttempts(place: Place, throttle: Throttle, subject: string): Promise<void> {
  await place.db.$client.query('DELETE FROM auth_attempts WHERE subject_hash = $1', [
    subjectKey(throttle, subject),
  ]);
}

function subjectKey(throttle: Throttle, subject: string): string {
  return sha256(`${throttle}:${subject}`).toString('hex');
}
