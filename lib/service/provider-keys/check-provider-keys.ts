import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { type Env, getEnv } from '#lib/core/env';
import { invalidField, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import type { Context } from '#lib/db/context';
import { defineOperation } from '#lib/operations/define-operation';
import {
  getProviderDetails,
  type ProviderCredentials,
  type ProviderName,
  selectProvider,
} from '#lib/providers/registry';
import { ProviderError } from '#lib/providers/shared/provider';
import { listServedEngines } from '#lib/service/provider-keys/available-providers';
import {
  type ProviderKeysInput,
  parseProviderKeys,
  providerKeysSchema,
  setProviderKeys,
} from '#lib/service/provider-keys/provider-keys';

/** The result of the request that checks a key. */
const keyCheckSchema = z.object({
  provider: z.string().describe('The title of the provider.'),
  model: z.string().nullable().describe('The model that the provider reports; null if it reports none.'),
  ms: z.number().describe('The time until the provider answered, in milliseconds.'),
});
export type KeyCheck = z.output<typeof keyCheckSchema>;

const timeoutMs = 60_000;
const request: MonitorRequest = { prompt: 'What is the weather like today?', country: 'US', include: {} };

/** @throws ServiceError as `checkAndSetProviderKeys` */
export const saveProviderKeys = defineOperation({
  name: 'provider-keys.set',
  title: 'Set the keys for a provider',
  description:
    'Checks the organization’s own keys for a provider with one live request, which the provider bills, and stores them encrypted if the provider answers it. They replace earlier ones, and take precedence over the keys of the instance within a few seconds.',
  permission: 'providers.manage',
  effect: 'spend',
  cost: 'The provider bills one request.',
  input: providerKeysSchema,
  output: keyCheckSchema,
  audit: ['provider-key.set'],
  isTransaction: false,
  run: (context, input) => checkAndSetProviderKeys(getEnv(), context, input),
});

/**
 * Checks the organization's keys for a provider with one live request, which the provider bills, and stores them if the
 * provider answers it.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, VALIDATION_ERROR; EXTERNAL_SERVICE_ERROR with the provider's reason,
 *   in which case nothing is stored
 */
export async function checkAndSetProviderKeys(
  settings: Env,
  context: Context,
  input: ProviderKeysInput,
): Promise<KeyCheck> {
  requirePermission(context.actor, 'providers.manage');
  const { provider, keys } = parseProviderKeys(input);
  const check = await sendRequest(settings, context, provider, keys);
  await setProviderKeys(context, input);
  return check;
}

async function sendRequest(
  settings: Env,
  { clock }: Context,
  name: ProviderName,
  keys: ProviderCredentials,
): Promise<KeyCheck> {
  const engines = listServedEngines(name, settings);
  // Search results are the cheapest and fastest answers.
  const engine = engines.find((served) => served === 'search') ?? engines[0];
  if (!engine) {
    throw invalidField(
      'provider',
      'No engine uses this provider on this instance. Ask the operator to change ENGINE_PROVIDERS.',
    );
  }
  const { provider } = selectProvider<Engine>(engine, settings, keys);
  const start = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const { result } = await provider.query(request, { clock, signal: timeout });
    return {
      provider: getProviderDetails(name).title,
      model: 'model' in result && typeof result.model === 'string' ? result.model : null,
      ms: Math.round(performance.now() - start),
    };
  } catch (error) {
    throw createCheckError(name, error, timeout.aborted);
  }
}

function createCheckError(name: ProviderName, error: unknown, isTimeout: boolean): unknown {
  const { title } = getProviderDetails(name);
  const reasons = {
    permanent: `${title} rejected the request. Check that you copied the whole key and that it is active.`,
    quota: `${title} accepted the key, but its quota or credit is used up. Add credit at ${title}, then try again.`,
    transient: `${title} did not answer the request. Try again in a moment.`,
    unavailable: `${title} is not available here. Ask the operator of this Answerscope instance.`,
  };
  if (isTimeout) {
    const message = `${title} did not answer within ${timeoutMs / 1000} seconds. The key was not saved. Try again in a moment.`;
    return new ServiceError('EXTERNAL_SERVICE_ERROR', { message, cause: error });
  }
  if (!(error instanceof ProviderError)) return error;
  if (error.kind === 'retired') {
    const message = `${error.message} The key itself was not checked, and not saved.`;
    return new ServiceError('EXTERNAL_SERVICE_ERROR', { message, cause: error });
  }
  const message = `${reasons[error.kind]} The key was not saved. ${title} said: ${error.message}`;
  return new ServiceError('EXTERNAL_SERVICE_ERROR', { message, cause: error });
}
