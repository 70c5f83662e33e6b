import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { type Engine, engines } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/database';
import { providerKeys } from '#lib/db/schema/providers';
import {
  type ProviderChoice,
  type ProviderCredentials,
  type Providers,
  selectProvider,
} from '#lib/providers/registry';
import { isProviderName } from '#lib/service/provider-keys/available-providers';
import { decryptProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { isDemoOrganization } from '#lib/service/users/demo-account';

/** Time for which an organization's keys, or their absence, are cached. */
const keysTtlMs = 5_000;
const maxOrganizations = 10_000;

/** Finds the provider of an engine for an organization. */
export interface ProviderResolver {
  resolve<E extends Engine>(organizationId: string, engine: E): Promise<ProviderChoice<E>>;
  /** Reads the organization's keys again, so that this process uses those that were just saved or removed. */
  refresh(organizationId: string): Promise<void>;
}

/** An organization's keys and the providers created from them. */
interface KeySet {
  settings: Env;
  keys: ProviderCredentials;
  choices: { [E in Engine]?: ProviderChoice<E> };
}

/**
 * Creates a resolver that uses the organization's own keys, then the instance's. The demo is always answered by the
 * sandbox, because many people may know its password. Keys are cached for five seconds, with the providers created from
 * them.
 * @param fixed providers to use for all organizations, regardless of keys
 */
export function createProviderResolver(
  db: PooledDatabase,
  settings: Env,
  fixed?: Providers,
): ProviderResolver {
  const instance: KeySet = { settings, keys: {}, choices: {} };
  const demo: KeySet = { settings: toSandboxSettings(settings), keys: {}, choices: {} };
  const cache = new LRUCache<string, KeySet>({
    max: maxOrganizations,
    ttl: keysTtlMs,
    async fetchMethod(organizationId) {
      if (await isDemoOrganization(db, organizationId)) return demo;
      const keys = await readKeys(db, organizationId);
      return Object.keys(keys).length === 0 ? instance : { settings, keys, choices: {} };
    },
  });
  return {
    async resolve<E extends Engine>(organizationId: string, engine: E): Promise<ProviderChoice<E>> {
      if (fixed) return { provider: fixed[engine] };
      const { keys, choices, ...set } = (await cache.fetch(organizationId)) ?? instance;
      const cached: ProviderChoice<E> | undefined = choices[engine];
      if (cached) return cached;
      const choice = selectProvider(engine, set.settings, keys);
      Object.assign(choices, { [engine]: choice });
      return choice;
    },
    async refresh(organizationId) {
      await cache.fetch(organizationId, { forceRefresh: true });
    },
  };
}

/** Returns the settings with the sandbox as the provider of every engine. */
function toSandboxSettings(settings: Env): Env {
  return { ...settings, ENGINE_PROVIDERS: engines.map((engine) => `${engine}=sandbox`).join(',') };
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
