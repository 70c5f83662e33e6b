import { parseInput } from '#lib/core/validation';
import { transaction } from '#lib/db/client';
import type { Context } from '#lib/db/context';
import { createOrganization, organizationNameSchema } from '#lib/service/organizations/create-organization';
import { createUser, newUserSchema } from '#lib/service/users/create-user';
import type { User } from '#lib/service/users/user';

export interface SignUp {
  name: string;
  email: string;
  password: string;
  /** The name of the organization to make. */
  organization: string;
  /** By default `free`. */
  plan?: string;
}

const inputSchema = newUserSchema.extend({ organization: organizationNameSchema });

/**
 * Makes a user and an organization that the user owns.
 * @param complete what else belongs to it: done in the same transaction, all or nothing
 * @returns the user and a context in which the new owner acts on the new organization
 * @throws ServiceError VALIDATION_ERROR; RESOURCE_ALREADY_EXISTS when the address has an account
 */
export async function signUp(
  place: Pick<Context, 'db' | 'clock'>,
  input: SignUp,
  complete: (owner: Context) => Promise<void> = async () => {},
): Promise<{ user: User; owner: Context }> {
  const { organization, ...person } = parseInput(inputSchema, input);
  const { clock } = place;
  return transaction(place.db, async (db) => {
    const user = await createUser({ db, clock }, person);
    const { id } = await createOrganization(db, { name: organization, plan: input.plan }, clock);
    await db.$client.query(
      `INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, 'owner', $3)`,
      [id, user.id, clock.now()],
    );
    const actor = { kind: 'member', userId: user.id, role: 'owner' } as const;
    const owner: Context = { db, clock, organizationId: id, actor };
    await complete(owner);
    return { user, owner: { ...owner, db: place.db } };
  });
}
