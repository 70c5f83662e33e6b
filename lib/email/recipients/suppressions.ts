import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { emailSuppressions } from '#lib/db/schema/emails';
import { users } from '#lib/db/schema/organizations';
import { hashAddress } from '#lib/email/recipients/recipient-token';
import { isVerifiedUser } from '#lib/email/verified-sender';

type Scope = Pick<Context, 'db' | 'organizationId'>;

/**
 * Remembers that an address does not want to get emails of an organization, also after its subscription or channel was
 * deleted.
 */
export async function suppressAddress(
  { db, organizationId, clock }: Scope & Pick<Context, 'clock'>,
  addressHash: Buffer,
): Promise<void> {
  const row = { organizationId, addressHash, createdAt: clock.now() };
  await db.insert(emailSuppressions).values(row).onConflictDoNothing();
}

/** Forgets that an address did not want to get emails of an organization, because its owner agreed to get them. */
export async function unsuppressAddress({ db, organizationId }: Scope, addressHash: Buffer): Promise<void> {
  await db.delete(emailSuppressions).where(hasValues(emailSuppressions, { organizationId, addressHash }));
}

/** Returns whether an address does not want to get emails of an organization. */
export async function isSuppressed({ db, organizationId }: Scope, addressHash: Buffer): Promise<boolean> {
  return (
    (await db.$count(emailSuppressions, hasValues(emailSuppressions, { organizationId, addressHash }))) > 0
  );
}

/**
 * Returns those of the addresses, in lower case, that unsubscribed from an email of the organization. A member who adds
 * their own verified address agrees to get emails again.
 */
export async function findSuppressed(
  context: Scope & Pick<Context, 'actor'>,
  emails: readonly string[],
): Promise<Set<string>> {
  const { db, organizationId, actor } = context;
  const hashes = emails.map((email) => hashAddress(organizationId, email));
  if (hashes.length === 0) return new Set();
  const { addressHash } = emailSuppressions;
  const rows = await db
    .select({ addressHash })
    .from(emailSuppressions)
    .where(and(hasValues(emailSuppressions, { organizationId }), inArray(addressHash, hashes)));
  const found = new Set(rows.map((row) => row.addressHash.toString('hex')));
  const suppressed = new Set(emails.filter((_, index) => found.has(hashes[index]?.toString('hex') ?? '')));
  if (suppressed.size === 0 || actor.kind !== 'member') return suppressed;
  const [own] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, actor.userId), isVerifiedUser()));
  if (own && suppressed.delete(own.email)) {
    await unsuppressAddress(context, hashAddress(organizationId, own.email));
  }
  return suppressed;
}
