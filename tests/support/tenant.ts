import { systemClock } from '#lib/core/clock';
import { openDatabase } from '#lib/db/client';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createOrganization, type NewOrganization } from '#lib/service/organizations/create-organization';
import type { Instance } from './instance';
import { send, type Tenant } from './service';

/** A fresh organization of a running instance, with a key. */
export async function newTenant(instance: Instance, input: Partial<NewOrganization> = {}): Promise<Tenant> {
  const db = openDatabase(instance.env.DATABASE_URL ?? '', { max: 1 });
  const { id } = await createOrganization(db, { name: 'Tenant', ...input });
  const actor = { kind: 'operator' } as const;
  const key = await createApiKey({ db, clock: systemClock, organizationId: id, actor }, { name: 'test' });
  await db.$client.end();
  return {
    id,
    secret: key.secret,
    keyId: key.id,
    send: (method, path, body, headers = {}) =>
      send(`${instance.address}${path}`, method, body, { authorization: `Bearer ${key.secret}`, ...headers }),
  };
}
