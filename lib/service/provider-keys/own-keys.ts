import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Database, PooledDatabase } from '#lib/db/client';
import type { ProviderCredentials } from '#lib/providers/provider-catalog';
import { decryptProviderKeys } from '#lib/service/provider-keys/sealed-keys';
import { isProviderName } from '#lib/service/provider-keys/vendor-name';

/** Milliseconds for which a process takes an organization's keys, or that it has none, as still true. */
const keptMs = 5_000;
/** Organizations remembered at most; the one read longest ago goes first. */
const keptOrganizations = 10_000;

interface Remembered {
  keys: Promise<ProviderCredentials>;
  until: number;
}

/** What each process remembers; a pool is one process's. */
const remembered = new WeakMap<Database, Map<string, Remembered>>();

/**
 * An organization's own keys at all vendors together. Remembered for some seconds, so that most questions cost no
 * round trip for them; the same object as long as it is.
 */
export function ownKeys(db: PooledDatabase, organizationId: string): Promise<ProviderCredentials> {
  const known = remembered.get(db) ?? new Map<string, Remembered>();
  remembered.set(db, known);
  const entry = known.get(organizationId);
  if (entry && entry.until > performance.now()) return entry.keys;
  const keys = readKeys(db, organizationId);
  known.delete(organizationId);
  known.set(organizationId, { keys, until: performance.now() + keptMs });
  keys.catch(() => known.delete(organizationId));
  for (const oldest of known.keys()) {
    if (known.size <= keptOrganizations) break;
    known.delete(oldest);
  }
  return keys;
}

/** Lets the next question read the organization's keys anew, in this process. */
export function forgetOwnKeys(context: { db: Database; organizationId: string }): void {
  const { db, organizationId } = context;
  remembered.get(db)?.delete(organizationId);
}

/** Keys that cannot be opened, because the instance's key is another one now, count as absent. */
async function readKeys(db: PooledDatabase, organizationId: string): Promise<ProviderCredentials> {
  const { rows } = await db.$client.query<{ vendor: string; sealed: string }>({
    name: 'own-vendor-keys',
    text: 'SELECT provider AS vendor, keys_encrypted AS sealed FROM provider_keys WHERE organization_id = $1',
    values: [organizationId],
  });
  const keys: ProviderCredentials = {};
  for (const { vendor, sealed } of rows) {
    if (!isProviderName(vendor)) continue;
    try {
      Object.assign(keys, decryptProviderKeys(organizationId, vendor, sealed));
    } catch (error) {
      log.error({ organizationId, vendor, error: describeError(error) }, 'own keys could not be opened');
    }
  }
  return keys;
}
