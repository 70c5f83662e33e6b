import { and, count, eq } from 'drizzle-orm';
import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { parseInput } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { memberships } from '#lib/db/schema/organizations';
import { transaction } from '#lib/db/transaction';
import { createOrganization, organizationNameSchema } from '#lib/service/organizations/organizations';

/** A user who owns this many organizations cannot create another. */
const maxOwnedOrganizations = 20;

const inputSchema = z.object({ name: organizationNameSchema });

interface NewOwnOrganization extends z.input<typeof inputSchema> {
  userId: string;
  /** `free` by default. */
  plan?: string | undefined;
}

/**
 * Creates an organization that a user owns.
 * @param afterCreate further work within the same transaction
 * @returns a context in which the owner acts on the new organization
 * @throws ServiceError VALIDATION_ERROR; RATE_LIMIT_EXCEEDED if the user owns too many
 */
export async function createOwnOrganization(
  { db, clock, client }: Pick<Context, 'db' | 'clock' | 'client'>,
  { userId, plan, ...input }: NewOwnOrganization,
  afterCreate: (owner: Context) => Promise<void> = async () => {},
): Promise<Context> {
  const { name } = parseInput(inputSchema, input);
  return transaction(db, async (tx) => {
    const isOwned = and(eq(memberships.userId, userId), eq(memberships.role, 'owner'));
    const [owned] = await tx.select({ organizations: count() }).from(memberships).where(isOwned);
    if (owned && owned.organizations >= maxOwnedOrganizations) {
      throw new ServiceError('RATE_LIMIT_EXCEEDED', {
        message: `You already own ${maxOwnedOrganizations} organizations. Delete one or transfer its ownership first.`,
      });
    }
    const { id } = await createOrganization(tx, { name, plan, createdBy: userId }, clock);
    const actor = { kind: 'member', userId, role: 'owner' } as const;
    await tx
      .insert(memberships)
      .values({ organizationId: id, userId, role: actor.role, createdAt: clock.now() });
    const owner: Context = { db: tx, clock, organizationId: id, actor, ...(client ? { client } : {}) };
    await recordAudit(owner, { action: 'organization.created', target: name, targetId: id });
    await afterCreate(owner);
    return { ...owner, db };
  });
}
