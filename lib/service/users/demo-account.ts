import { and, eq } from 'drizzle-orm';
import { isSameSecret } from '#lib/core/crypto';
import type { Database } from '#lib/db/database';
import { memberships, users } from '#lib/db/schema/organizations';

/** The owner of the demo organization. Nobody reads the emails to this address. */
export const demoEmail = 'demo@answerscope.example';

/** The password of every demo that earlier versions created. Because it was published, it no longer signs anyone in. */
export const publishedDemoPassword = 'fictional-market';

/** Returns whether these are the credentials of the demo that were published, whatever the stored password is. */
export function isPublishedDemoLogin({ email, password }: { email: string; password: string }): boolean {
  // As `verifyPassword` compares passwords.
  return email === demoEmail && isSameSecret(password.normalize('NFKC'), publishedDemoPassword);
}

/** Returns whether the demo's user owns an organization. Only the sandbox answers it then. */
export async function isDemoOrganization(db: Database, organizationId: string): Promise<boolean> {
  const [owner] = await db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.role, 'owner'),
        eq(users.email, demoEmail),
      ),
    );
  return owner !== undefined;
}

/** Finds the demo's user with the first organization that it owns; undefined if there is none. */
export async function findDemoOwner(db: Database) {
  const [owner] = await db
    .select({
      userId: users.id,
      passwordHash: users.passwordHash,
      organizationId: memberships.organizationId,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(and(eq(users.email, demoEmail), eq(memberships.role, 'owner')))
    .orderBy(memberships.createdAt)
    .limit(1);
  return owner;
}
