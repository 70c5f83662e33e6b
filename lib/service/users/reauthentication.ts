import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { verifyPassword } from '#lib/core/crypto';
import { invalidField } from '#lib/core/errors';
import { parseInput } from '#lib/core/validation';
import type { Context } from '#lib/db/client';
import { userSessions, users } from '#lib/db/schema/organizations';
import { countAttempt, resetAttempts } from '#lib/service/users/auth-limits';
import { getActingUser } from '#lib/service/users/sessions';

const proofSchema = z.object({
  password: z.string('Enter your password.').min(1, 'Enter your password.').max(200),
});

export type Proof = z.input<typeof proofSchema>;

/**
 * Confirms who the acting member is, which allows sensitive changes for `reauthenticationMinutes`.
 * @param options.sessionId the session of the browser
 * @throws ServiceError VALIDATION_ERROR if the proof is wrong; RATE_LIMIT_EXCEEDED, INSUFFICIENT_PERMISSIONS
 */
export async function reauthenticate(
  context: Context,
  input: Proof,
  { sessionId }: { sessionId: string },
): Promise<void> {
  const userId = getActingUser(context.actor);
  const { password } = parseInput(proofSchema, input);
  await countAttempt(context, 'reauthentication', userId);
  const [user] = await context.db.select().from(users).where(eq(users.id, userId));
  if (!(await verifyPassword(password, user?.passwordHash))) {
    throw invalidField('password', 'This is not your password.');
  }
  await context.db
    .update(userSessions)
    .set({ authenticatedAt: context.clock.now() })
    .where(eq(userSessions.id, sessionId));
  await resetAttempts(context, 'reauthentication', userId);
}
