import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Engine } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/client';
import { providerKeys } from '#lib/db/schema/providers';
import {
  type ProviderChoice,
  type ProviderCredentials,
  type Providers,
  selectProvider,
} from '#lib/providers/registry';
import { isProviderName } from '#lib/service/provider-keys/available-providers';
import { decryptProviderKeys } from '#lib/service/provider-keys/provider-keys';

/** Time for which an organization's keys, or their absence, are cached. */
const keysTtlMs = 5_000;
const maxOrganizations = 10_000;

/** Finds the provider of an engine for an organization. */
export interface ProviderResolver {
  resolve<E extends Engine>(organizationId: string, engine: E): Promise<ProviderChoice<E>>;
}

/** An organization's keys and the providers created from them. */
interface KeySet {
  keys: ProviderCredentials;
  choices: { [E in Engine]?: ProviderChoice<E> };
}

/**
 * Creates a resolver that uses the organization's own keys, then the instance's. It caches keys for five seconds,
 * with the providers created from them.
 * @param fixed providers to use for all organizations, regardless of keys
 */
export function createProviderResolver(
  db: PooledDatabase,
  settings: Env,
  fixed?: Providers,
): ProviderResolver {
  const instance: KeySet = { keys: {}, choices: {} };
  const cache = new LRUCache<string, KeySet>({
    max: maxOrganizations,
    ttl: keysTtlMs,
    async fetchMethod(organizationId) {
      const keys = await readKeys(db, organizationId);
      return Object.keys(keys).length === 0 ? instance : { keys, choices: {} };
    },
  });
  return {
    async resolve<E extends Engine>(organizationId: string, engine: E): Promise<ProviderChoice<E>> {
      if (fixed) return { provider: fixed[engine] };
      const { keys, choices } = (await cache.fetch(organizationId)) ?? instance;
      const cached: ProviderChoice<E> | undefined = choices[engine];
      if (cached) return cached;
      const choice = selectProvider(engine, settings, keys);
      Object.assign(choices, { [engine]: choice });
      return choice;
    },
  };
}

/**
 * Reads an organization's keys. Those that cannot be decrypted, because the encryption key has changed, are left out.
 */
async function readKeys(db: PooledDatabase, organizationId: string): Promise<ProviderCredentials> {
  const rows = await db.select().from(providerKeys).where(eq(providerKeys.organizationId, organizationId));
  const keys: ProviderCredentials = {};
  for (const { provider, keysEncrypted } of rows) {
    if (!isProviderName(provider)) continue;
    try {
      Object.assign(keys, decryptProviderKeys(organizationId, provider, keysEncrypted));
    } catch (error) {
      const fields = { organizationId, provider, error: describeError(error) };
      log.error(fields, 'failed to decrypt an organization’s provider keys');
    }
  }
  return keys;
}
