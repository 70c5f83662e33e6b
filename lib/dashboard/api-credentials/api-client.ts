import { type Client, ClientError, createClient } from '#lib/client/client';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { getApiAccess } from '#lib/dashboard/api-credentials/api-credentials';
import type { Context } from '#lib/db/context';

/** Longer than a request with the largest batch of tasks takes. */
const timeoutMs = 30_000;
/** Enough to outlast a restart of a process of the service. */
const retries = 3;

/** Creates a client of the service. @throws ServiceError RESOURCE_NOT_FOUND without credentials */
export async function createApiClient(context: Context): Promise<Client> {
  return createClient({ ...(await getApiAccess(context)), timeoutMs, retries });
}

const balanceTimeoutMs = 2_000;

/**
 * Available credits, or why they are unknown: `rejected` if the dashboard has no key or the service does not accept it,
 * `unreachable` after any other failure.
 */
export type CreditBalance = number | 'rejected' | 'unreachable';

/**
 * Returns the credits that new runs can use this month, without those held for unfinished tasks and requests. Never
 * throws, so that pages can show their other data.
 */
export async function getCreditBalance(context: Context): Promise<CreditBalance> {
  try {
    const client = await createApiClient(context);
    const signal = AbortSignal.timeout(balanceTimeoutMs);
    const { remaining, held } = await client.call('getCredits', {}, { signal });
    return Math.max(0, remaining - held);
  } catch (error) {
    const code = error instanceof ClientError || error instanceof ServiceError ? error.code : undefined;
    log.warn({ code, error: describeError(error) }, 'reading the credit balance failed');
    return code !== undefined && rejectionCodes.includes(code) ? 'rejected' : 'unreachable';
  }
}

/** Error codes of an invalid key; the last one is that of missing credentials. */
const rejectionCodes = [
  'MISSING_API_KEY',
  'INVALID_API_KEY_FORMAT',
  'INVALID_OR_EXPIRED_API_KEY',
  'RESOURCE_NOT_FOUND',
];
