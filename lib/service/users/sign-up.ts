import { parseInput } from '#lib/core/parse-input';
import { transaction } from '#lib/db/connection';
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
  place: Pick<Context, 'connection' | 'clock'>,
  input: SignUp,
  complete: (owner: Context) => Promise<void> = async () => {},
): Promise<{ user: User; owner: Context }> {
  const { organization, ...person } = parseInput(inputSchema, input);
  const { clock } = place;
  return transaction(place.connection, async (connection) => {
    const user = await createUser({ connection, clock }, person);
    const { id } = await createOrganization(connection, { name: organization, plan: input.plan }, clock);
    await connection.query(
      `INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, 'owner', $3)`,
      [id, user.id, clock.now()],
    );
    const actor = { kind: 'member', userId: user.id, role: 'owner' } as const;
    const owner: Context = { connection, clock, organizationId: id, actor };
    await complete(owner);
    return { user, owner: { ...owner, connection: place.connection } };
  });
}
