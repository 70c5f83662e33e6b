import { randomBytes } from 'node:crypto';
import type { Role } from '#lib/core/permissions';
import { createFixedClock } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import type { PooledDatabase } from '#lib/db/database';
import { createUser, signUp } from '#lib/service/users/users';

/** The time on the clock of the contexts below. */
export const noon = new Date('2026-11-21T12:00:00Z');
export const password = 'a long enough password';
export const createEmail = () => `${randomBytes(6).toString('hex')}@people.example`;

/** Creates an organization and returns the context of its owner, at noon. */
export async function createOwner(db: PooledDatabase): Promise<Context> {
  const person = { name: 'Olga', email: createEmail(), password, organization: 'Acme' };
  const { owner } = await signUp({ db, clock: createFixedClock(noon) }, person);
  return owner;
}

/** Adds a member with this role to the owner's organization and returns the context of the member. */
export async function createMember(owner: Context, role: Role): Promise<Context & { userId: string }> {
  const user = await createUser(owner, { name: role, email: createEmail(), password });
  await owner.db.$client.query(
    'INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)',
    [owner.organizationId, user.id, role, new Date(noon.getTime() + 60_000)],
  );
  return { ...owner, actor: { kind: 'member', userId: user.id, role }, userId: user.id };
}

export function getUserId({ actor }: Context): string {
  if (actor.kind !== 'member') throw new Error('The actor of this context is not a member.');
  return actor.userId;
}
