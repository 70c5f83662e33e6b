import { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { type Context, scoped } from '#lib/db/context';
import { getProviderDetails, type ProviderCredentials } from '#lib/providers/provider-catalog';
import { forgetOwnKeys } from '#lib/service/provider-keys/own-keys';
import { encryptProviderKeys } from '#lib/service/provider-keys/sealed-keys';
import { isProviderName } from '#lib/service/provider-keys/vendor-name';

const longestKey = 500;
const inputSchema = z.object({
  vendor: z.string(),
  keys: z.record(z.string(), z.string().trim().max(longestKey, 'This key is too long to be one.')),
});

/**
 * Stores the organization's own keys at a vendor, sealed, in place of those there were. They go before the
 * instance's from then on, in other processes some seconds later.
 * @param input.keys by the setting each stands for, such as `OPENAI_API_KEY`; all that the vendor asks for
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR
 */
export async function setProviderKeys(
  context: Context,
  input: { vendor: string; keys: Record<string, string> },
): Promise<void> {
  requirePermission(context.actor, 'vendors.manage');
  const { vendor, keys } = parseInput(inputSchema, input);
  if (!isProviderName(vendor)) throw invalidField('vendor', 'There is no such vendor.');
  const given: ProviderCredentials = {};
  for (const setting of getProviderDetails(vendor).credentialSettings) {
    const key = keys[setting] ?? '';
    if (key === '') throw invalidField(`keys.${setting}`, 'Paste the key as the vendor shows it.');
    if (!/^[\x21-\x7e]+$/.test(key)) {
      throw invalidField(`keys.${setting}`, 'This has a character that no key has. Copy it again.');
    }
    given[setting] = key;
  }
  const hint = Object.values(given).at(-1)?.slice(-4) ?? '';
  await scoped(context, ({ db, organizationId, clock }) =>
    db.$client.query(
      `INSERT INTO provider_keys (organization_id, provider, keys_encrypted, hint, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (organization_id, provider)
       DO UPDATE SET keys_encrypted = excluded.keys_encrypted, hint = excluded.hint, created_at = excluded.created_at`,
      [organizationId, vendor, encryptProviderKeys(organizationId, vendor, given), hint, clock.now()],
    ),
  );
  forgetOwnKeys(context);
}
