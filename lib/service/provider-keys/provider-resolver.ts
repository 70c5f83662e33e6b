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

/** How long an organization's keys, or that it has none, are cached. */
const keysTtlMs = 5_000;
const maxOrganizations = 10_000;

/** Finds the provider of an engine for an organization. */
export interface ProviderResolver {
  resolve<E extends Engine>(organizationId: string, engine: E): Promise<ProviderChoice<E>>;
}

type Choices = { [E in Engine]?: ProviderChoice<E> };

/**
 * Creates a resolver that uses the organization's own keys, then the instance's. It caches keys for five seconds
 * and the providers made from them.
 * @param fixed providers to use instead, whatever the keys
 */
export function createProviderResolver(
  db: PooledDatabase,
  settings: Env,
  fixed?: Providers,
): ProviderResolver {
  const instanceChoices: Choices = {};
  const ownChoices = new WeakMap<ProviderCredentials, Choices>();
  const keysCache = new LRUCache<string, ProviderCredentials>({
    max: maxOrganizations,
    ttl: keysTtlMs,
    fetchMethod: (organizationId) => readKeys(db, organizationId),
  });

  function getChoices(own: ProviderCredentials): Choices {
    if (Object.keys(own).length === 0) return instanceChoices;
    const choices = ownChoices.get(own) ?? {};
    ownChoices.set(own, choices);
    return choices;
  }

  return {
    async resolve<E extends Engine>(organizationId: string, engine: E): Promise<ProviderChoice<E>> {
      if (fixed) return { provider: fixed[engine] };
      const own = (await keysCache.fetch(organizationId)) ?? {};
      const choices: { [K in Engine]?: ProviderChoice<K> } = getChoices(own);
      const cached = choices[engine];
      if (cached) return cached;
      const choice = selectProvider(engine, settings, own);
      Object.assign(choices, { [engine]: choice });
      return choice;
    },
  };
}

/** Keys that cannot be decrypted, because the instance's encryption key has changed, count as missing. */
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
