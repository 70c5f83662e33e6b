import { randomBytes } from 'node:crypto';
import type { Role } from '#lib/core/permissions';
import { fixedClock } from '#lib/core/time';
import type { Context, PooledDatabase } from '#lib/db/client';
import { createUser } from '#lib/service/users/create-user';
import { signUp } from '#lib/service/users/sign-up';

export const noon = new Date('2026-11-21T12:00:00Z');
export const password = 'a long enough password';
export const newEmail = () => `${randomBytes(6).toString('hex')}@people.example`;

/** A fresh organization with its owner, at noon. */
export async function newOwner(db: PooledDatabase): Promise<Context> {
  const person = { name: 'Olga', email: newEmail(), password, organization: 'Acme' };
  const { owner } = await signUp({ db: db, clock: fixedClock(noon) }, person);
  return owner;
}

/** The same organization as another member of it sees it, who joins with this role. */
export async function newMember(owner: Context, role: Role): Promise<Context & { userId: string }> {
  const user = await createUser(owner, { name: role, email: newEmail(), password });
  await owner.db.$client.query(
    'INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)',
    [owner.organizationId, user.id, role, new Date(noon.getTime() + 60_000)],
  );
  return { ...owner, actor: { kind: 'member', userId: user.id, role }, userId: user.id };
}

export function userIdOf({ actor }: Context): string {
  if (actor.kind !== 'member') throw new Error('This context is not of a member.');
  return actor.userId;
}
