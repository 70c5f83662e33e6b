import type { z } from 'zod';
import { parseInput } from '#lib/core/validation';
import { type Context, transaction } from '#lib/db/client';
import { memberships } from '#lib/db/schema/organizations';
import { createOrganization, organizationNameSchema } from '#lib/service/organizations/create-organization';
import { createUser, newUserSchema, type User } from '#lib/service/users/create-user';

const inputSchema = newUserSchema.extend({ organization: organizationNameSchema });

/**
 * Creates a user and an organization that the user owns.
 * @param input `organization` is the name of the new one; `plan` is `free` by default
 * @param complete further work within the same transaction
 * @returns the user and a context in which the new owner acts on the new organization
 * @throws ServiceError VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS if the email address has an account
 */
export async function signUp(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  input: z.input<typeof inputSchema> & { plan?: string },
  complete: (owner: Context) => Promise<void> = async () => {},
): Promise<{ user: User; owner: Context }> {
  const { organization, ...person } = parseInput(inputSchema, input);
  return transaction(db, async (tx) => {
    const user = await createUser({ db: tx, clock }, person);
    const { id } = await createOrganization(tx, { name: organization, plan: input.plan }, clock);
    const actor = { kind: 'member', userId: user.id, role: 'owner' } as const;
    await tx
      .insert(memberships)
      .values({ organizationId: id, userId: user.id, role: actor.role, createdAt: clock.now() });
    const owner: Context = { db: tx, clock, organizationId: id, actor };
    await complete(owner);
    return { user, owner: { ...owner, db } };
  });
}
