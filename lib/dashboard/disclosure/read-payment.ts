import { eq } from 'drizzle-orm';
import type { Disclosure } from '#lib/contract/disclosure';
import type { KeyOwners } from '#lib/contract/engines';
import { processState } from '#lib/core/process-state';
import type { Context } from '#lib/db/context';
import { organizations } from '#lib/db/schema/organizations';

declare module '#lib/core/process-state' {
  interface ProcessState {
    /** Returns whose provider keys an organization’s engines use now; set together with `getEngineAccess`. */
    getKeyOwners?: ((organizationId: string) => Promise<KeyOwners>) | undefined;
  }
}

/**
 * Reads who pays for the answers of engines. Keys are those of now: which key was used is not stored with an answer. Engines
 * whose keys are unknown in this process are in neither list.
 */
export async function readPayment(
  { db, organizationId }: Context,
  engines: readonly string[],
): Promise<Disclosure['payment']> {
  const [organization] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  const owners: Readonly<Record<string, 'organization' | 'instance' | undefined>> =
    (await processState.getKeyOwners?.(organizationId)) ?? {};
  const listEngines = (owner: 'organization' | 'instance') =>
    engines.filter((engine) => owners[engine] === owner);
  return {
    organization: organization?.name ?? null,
    ownKeys: listEngines('organization'),
    instanceKeys: listEngines('instance'),
  };
}
