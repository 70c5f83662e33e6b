import { type Client, ClientError, createClient } from '#lib/client/client';
import { getEnv } from '#lib/core/env';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { decryptSecret, missingApiCredentials } from '#lib/dashboard/api-credentials/credentials';
import { type Context, scoped } from '#lib/db/context';

/** Longer than the largest batch takes; what asks engines and waits is not called from here. */
const timeoutMs = 30_000;

/**
 * A client of the service, as any customer would use it: with the operator's key where one is set, else with the
 * organization's own.
 * @throws ServiceError RESOURCE_NOT_FOUND when the organization has no connection
 */
export async function createApiClient(context: Context): Promise<Client> {
  const { API_BASE_URL: baseUrl, API_KEY } = getEnv();
  if (API_KEY !== undefined) return createClient({ baseUrl, apiKey: API_KEY, timeoutMs });
  const sealed = await scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ api_key_encrypted: string }>(
      'SELECT api_key_encrypted FROM service_credentials WHERE organization_id = $1',
      [organizationId],
    );
    return rows[0]?.api_key_encrypted;
  });
  if (!sealed) throw missingApiCredentials(context.organizationId);
  const apiKey = decryptSecret(context.organizationId, 'api-key', sealed);
  return createClient({ baseUrl, apiKey, timeoutMs });
}

const patienceMs = 2_000;

/** How many there are; or why that is not known: the service refuses the dashboard's key, or does not answer. */
export type CreditBalance = number | 'refused' | 'unreachable';

/**
 * Credits that new runs can still use this month, those held for work under way taken off, as the service says.
 * What it does not tell is a value too, so that a page shows the rest of what it knows.
 */
export async function getCreditBalance(context: Context): Promise<CreditBalance> {
  try {
    const client = await createApiClient(context);
    const { remaining, held } = await client.call(
      'getCredits',
      {},
      { signal: AbortSignal.timeout(patienceMs) },
    );
    return Math.max(0, remaining - held);
  } catch (error) {
    const code = error instanceof ClientError || error instanceof ServiceError ? error.code : undefined;
    log.warn({ code, error: describeError(error) }, 'the service did not tell the credits left');
    return code !== undefined && refusals.includes(code) ? 'refused' : 'unreachable';
  }
}

/** Codes of a key that will not be taken however often it is tried; the last of no key at all. */
const refusals = [
  'MISSING_API_KEY',
  'INVALID_API_KEY_FORMAT',
  'INVALID_OR_EXPIRED_API_KEY',
  'RESOURCE_NOT_FOUND',
];
