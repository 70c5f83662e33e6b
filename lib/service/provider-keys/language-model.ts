import { asc } from 'drizzle-orm';
import { z } from 'zod';
import type { Env } from '#lib/core/env';
import { invalidField, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { providerKeys } from '#lib/db/schema/providers';
import { defineOperation, noInput } from '#lib/operations/define-operation';
import {
  generateJson,
  isLanguageModelProvider,
  type LanguageModelProvider,
  languageModelProviders,
} from '#lib/providers/language-models';
import { getProviderDetails } from '#lib/providers/registry';
import { ProviderError } from '#lib/providers/shared/provider';
import type { JsonReply, JsonRequest } from '#lib/providers/shared/structured-output';
import { decryptProviderKeys } from '#lib/service/provider-keys/provider-keys';

/** A provider whose models the organization can use with its own key. */
const optionSchema = z.object({
  provider: z.literal(Object.keys(languageModelProviders).filter(isLanguageModelProvider)),
  title: z.string(),
  suggestedModel: z.string().describe('A small model, suggested as default.'),
});
export type LanguageModelProviderOption = z.output<typeof optionSchema>;

export const listLanguageModelProviders = defineOperation({
  name: 'provider-keys.list-language-models',
  title: 'List providers of language models',
  description: 'Lists the providers of language models that the organization has its own key for.',
  permission: 'providers.read',
  effect: 'read',
  input: noInput,
  output: z.array(optionSchema),
  async run({ db, organizationId }) {
    const rows = await db
      .select({ provider: providerKeys.provider })
      .from(providerKeys)
      .where(hasValues(providerKeys, { organizationId }))
      .orderBy(asc(providerKeys.provider));
    return rows.flatMap(({ provider }) =>
      isLanguageModelProvider(provider)
        ? [
            {
              provider,
              title: getProviderDetails(provider).title,
              suggestedModel: languageModelProviders[provider].model,
            },
          ]
        : [],
    );
  },
});

/**
 * Requests JSON from a language model, with the organization's own key.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR without a key, EXTERNAL_SERVICE_ERROR with the
 * provider's reason; the signal's reason if aborted
 */
export async function askLanguageModel(
  settings: Env,
  context: Context,
  { provider, model }: { provider: string; model: string },
  request: JsonRequest,
  signal: AbortSignal,
): Promise<JsonReply> {
  requirePermission(context.actor, 'providers.manage');
  const apiKey = isLanguageModelProvider(provider) ? await readKey(context, provider) : undefined;
  if (!isLanguageModelProvider(provider) || apiKey === undefined) {
    throw invalidField('provider', 'Add your key for this provider first.');
  }
  try {
    return await generateJson({ provider, apiKey, model }, request, {
      settings,
      clock: context.clock,
      signal,
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new ServiceError('EXTERNAL_SERVICE_ERROR', { message: error.message, cause: error });
  }
}

async function readKey(context: Context, provider: LanguageModelProvider): Promise<string | undefined> {
  const [row] = await withOrganization(context, ({ db, organizationId }) =>
    db
      .select({ keysEncrypted: providerKeys.keysEncrypted })
      .from(providerKeys)
      .where(hasValues(providerKeys, { organizationId, provider })),
  );
  if (!row) return undefined;
  return Object.values(decryptProviderKeys(context.organizationId, provider, row.keysEncrypted))[0];
}
