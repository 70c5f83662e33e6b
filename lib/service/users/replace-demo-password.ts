import { eq } from 'drizzle-orm';
import type { Context } from '#lib/db/context';
import { userSessions, users } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { deleteTokens } from '#lib/service/users/account-tokens';
import { demoEmail } from '#lib/service/users/demo-account';
import { deleteOtherSignInMethods } from '#lib/service/users/password-reset';
import { hashNewPassword } from '#lib/service/users/passwords';

/** Replaces the password of the demo's user, and ends its sessions and every other way to sign in. */
export async function replaceDemoPassword(
  { db }: Pick<Context, 'db'>,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  const passwordHash = await hashNewPassword(password, { email: demoEmail, name: 'Demo' });
  await transaction(db, async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
    await tx.delete(userSessions).where(eq(userSessions.userId, userId));
    await deleteTokens(tx, userId);
    await deleteOtherSignInMethods(tx, userId);
  });
}
