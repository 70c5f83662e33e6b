import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { decrypt, encrypt } from '#lib/core/crypto';
import { getEncryptionKey } from '#lib/core/env';
import { invalidField, notFound, type ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput, timeSchema } from '#lib/core/validation';
import { recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { circuitBreakers, providerKeys } from '#lib/db/schema/providers';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import {
  type CredentialSetting,
  getProviderDetails,
  type ProviderCredentials,
  type ProviderName,
  providerCatalog,
} from '#lib/providers/registry';
import { isProviderName } from '#lib/service/provider-keys/available-providers';

export type ProviderKeyListing = Awaited<ReturnType<typeof listProviderKeys>>[number];

export const listProviderKeys = defineOperation({
  name: 'provider-keys.list',
  title: 'List own provider keys',
  description: 'Lists the providers that the organization has its own keys for.',
  permission: 'providers.read',
  effect: 'read',
  input: noInput,
  output: z.array(
    z.object({
      provider: z.literal(Object.keys(providerCatalog).filter(isProviderName)),
      lastFour: z.string().describe('The last four characters of the key.'),
      createdAt: timeSchema,
    }),
  ),
  async run({ db, organizationId }) {
    const { provider, lastFour, createdAt } = providerKeys;
    const rows = await db
      .select({ provider, lastFour, createdAt })
      .from(providerKeys)
      .where(eq(providerKeys.organizationId, organizationId))
      .orderBy(asc(provider));
    return rows.flatMap((row) => (isProviderName(row.provider) ? [{ ...row, provider: row.provider }] : []));
  },
});

const maxKeyLength = 500;
const providerSchema = z.string('Unknown provider.').describe('Such as openai.');
export const providerKeysSchema = z.object({
  provider: providerSchema,
  keys: z
    .record(
      z.string(),
      z.string().trim().max(maxKeyLength, 'This key is too long. Check that you copied only the key.'),
    )
    .describe('All keys that the provider needs, by setting, such as {"OPENAI_API_KEY": "…"}.'),
});
export type ProviderKeysInput = z.input<typeof providerKeysSchema>;

/**
 * Stores the organization's own keys for a provider, encrypted, and replaces earlier ones. They take precedence
 * over the instance's keys within a few seconds.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR
 */
export async function setProviderKeys(context: Context, input: ProviderKeysInput): Promise<void> {
  requirePermission(context.actor, 'providers.manage');
  const { provider, keys } = parseProviderKeys(input);
  const lastFour = Object.values(keys).at(-1)?.slice(-4) ?? '';
  await withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const associatedData = getAssociatedData(organizationId, provider);
    const keysEncrypted = encrypt(getEncryptionKey(), JSON.stringify(keys), associatedData);
    const changes = { keysEncrypted, lastFour, createdAt: clock.now() };
    await db
      .insert(providerKeys)
      .values({ organizationId, provider, ...changes })
      .onConflictDoUpdate({ target: [providerKeys.organizationId, providerKeys.provider], set: changes });
    const { title } = getProviderDetails(provider);
    await recordAudit(tx, { action: 'provider-key.set', target: title, after: { key: `…${lastFour}` } });
  });
}

/** Parses the keys that a provider needs, by setting. @throws ServiceError VALIDATION_ERROR */
export function parseProviderKeys(input: ProviderKeysInput): {
  provider: ProviderName;
  keys: ProviderCredentials;
} {
  const { provider, keys } = parseInput(providerKeysSchema, input);
  if (!isProviderName(provider)) throw invalidField('provider', 'Unknown provider.');
  const parsed: ProviderCredentials = {};
  for (const setting of getProviderDetails(provider).credentialSettings) {
    const key = keys[setting] ?? '';
    if (key === '') throw invalidField(`keys.${setting}`, 'Enter the key. Copy it from the provider.');
    if (!/^[\x21-\x7e]+$/.test(key)) {
      throw invalidField(`keys.${setting}`, 'The key contains an invalid character. Copy it again.');
    }
    parsed[setting] = key;
  }
  return { provider, keys: parsed };
}

/** @throws ServiceError INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND */
export const removeProviderKeys = defineOperation({
  name: 'provider-keys.remove',
  title: 'Remove the keys for a provider',
  description:
    'Deletes the organization’s own keys for a provider. Requests stop using them within a few seconds.',
  permission: 'providers.manage',
  effect: 'delete',
  input: z.object({ provider: providerSchema }),
  audit: ['provider-key.removed'],
  async run(context, { provider }) {
    if (!isProviderName(provider)) throw providerKeysNotFound();
    const { db, organizationId } = context;
    await db.delete(circuitBreakers).where(hasValues(circuitBreakers, { organizationId, provider }));
    const { rowCount } = await db
      .delete(providerKeys)
      .where(hasValues(providerKeys, { organizationId, provider }));
    if (!rowCount) throw providerKeysNotFound();
    await context.audit({ target: getProviderDetails(provider).title });
  },
});

function providerKeysNotFound(): ServiceError {
  return notFound('The organization has no key for this provider.');
}

const storedSchema = z.record(z.string(), z.string());

/** Decrypts `provider_keys.keys_encrypted`. @throws Error if it was encrypted with another key or associated data */
export function decryptProviderKeys(
  organizationId: string,
  provider: ProviderName,
  encrypted: string,
): ProviderCredentials {
  const plain = decrypt(getEncryptionKey(), encrypted, getAssociatedData(organizationId, provider));
  const stored = storedSchema.parse(JSON.parse(plain));
  const settings = getProviderDetails(provider).credentialSettings.filter(
    (setting: CredentialSetting) => stored[setting] !== undefined,
  );
  return Object.fromEntries(settings.map((setting) => [setting, stored[setting]]));
}

/** Returns the associated data of the encryption, which binds stored keys to their owner. It must not change. */
function getAssociatedData(organizationId: string, provider: ProviderName): string {
  return `${organizationId}:vendor:${provider}`;
}
