import pg from 'pg';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Connection } from '#lib/db/connection';
import type { VendorKeys } from '#lib/providers/vendor';
import { unsealKeys } from '#lib/service/provider-keys/sealed-keys';
import { isVendorName } from '#lib/service/provider-keys/vendor-name';

/** Milliseconds for which a process takes an organization's keys, or that it has none, as still true. */
const keptMs = 5_000;
/** Organizations remembered at most; the one read longest ago goes first. */
const keptOrganizations = 10_000;

interface Remembered {
  keys: Promise<VendorKeys>;
  until: number;
}

/** What each process remembers; a pool is one process's. */
const remembered = new WeakMap<pg.Pool, Map<string, Remembered>>();

/**
 * An organization's own keys at all vendors together. Remembered for some seconds, so that most questions cost no
 * round trip for them; the same object as long as it is.
 */
export function ownKeys(pool: pg.Pool, organizationId: string): Promise<VendorKeys> {
  const known = remembered.get(pool) ?? new Map<string, Remembered>();
  remembered.set(pool, known);
  const entry = known.get(organizationId);
  if (entry && entry.until > performance.now()) return entry.keys;
  const keys = readKeys(pool, organizationId);
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
export function forgetOwnKeys(context: { connection: Connection; organizationId: string }): void {
  const { connection, organizationId } = context;
  if (connection instanceof pg.Pool) remembered.get(connection)?.delete(organizationId);
}

/** Keys that cannot be opened, because the instance's key is another one now, count as absent. */
async function readKeys(pool: pg.Pool, organizationId: string): Promise<VendorKeys> {
  const { rows } = await pool.query<{ vendor: string; sealed: string }>({
    name: 'own-vendor-keys',
    text: 'SELECT vendor, sealed FROM vendor_keys WHERE organization_id = $1',
    values: [organizationId],
  });
  const keys: VendorKeys = {};
  for (const { vendor, sealed } of rows) {
    if (!isVendorName(vendor)) continue;
    try {
      Object.assign(keys, unsealKeys(organizationId, vendor, sealed));
    } catch (error) {
      log.error({ organizationId, vendor, error: describeError(error) }, 'own keys could not be opened');
    }
  }
  return keys;
}
