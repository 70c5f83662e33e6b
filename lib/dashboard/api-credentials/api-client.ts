import { type Client, ClientError, createClient } from '#lib/client/client';
import { getEnv } from '#lib/core/env';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import {
  decryptSecret,
  missingApiCredentials,
  readCredentials,
} from '#lib/dashboard/api-credentials/credentials';
import type { Context } from '#lib/db/client';

/** Longer than the largest batch takes. */
const timeoutMs = 30_000;

/**
 * Creates a client of the service with the operator's key, if one is set, or with the organization's key.
 * @throws ServiceError RESOURCE_NOT_FOUND without credentials
 */
export async function createApiClient(context: Context): Promise<Client> {
  const { API_BASE_URL: baseUrl, API_KEY } = getEnv();
  if (API_KEY !== undefined) return createClient({ baseUrl, apiKey: API_KEY, timeoutMs });
  const credentials = await readCredentials(context);
  if (!credentials) throw missingApiCredentials(context.organizationId);
  const apiKey = decryptSecret(context.organizationId, 'api-key', credentials.apiKeyEncrypted);
  return createClient({ baseUrl, apiKey, timeoutMs });
}

const balanceTimeoutMs = 2_000;

/** Available credits, or why they are unknown: the service rejects the dashboard's key, or does not respond. */
export type CreditBalance = number | 'refused' | 'unreachable';

/**
 * Returns the credits that new runs can use this month, without those held for running tasks. Failures are values, so
 * that pages can show their other data.
 */
export async function getCreditBalance(context: Context): Promise<CreditBalance> {
  try {
    const client = await createApiClient(context);
    const { remaining, held } = await client.call(
      'getCredits',
      {},
      { signal: AbortSignal.timeout(balanceTimeoutMs) },
    );
    return Math.max(0, remaining - held);
  } catch (error) {
    const code = error instanceof ClientError || error instanceof ServiceError ? error.code : undefined;
    log.warn({ code, error: describeError(error) }, 'reading the credit balance failed');
    return code !== undefined && refusals.includes(code) ? 'refused' : 'unreachable';
  }
}

/** Error codes of an invalid key; the last one of missing credentials. */
const refusals = [
  'MISSING_API_KEY',
  'INVALID_API_KEY_FORMAT',
  'INVALID_OR_EXPIRED_API_KEY',
  'RESOURCE_NOT_FOUND',
];
