import { ClientError } from '#lib/client/client';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { clientFor } from '#lib/dashboard/api-credentials/client-for';
import type { Context } from '#lib/db/context';

const patienceMs = 2_000;

/** How many there are; or why that is not known: the service refuses the dashboard's key, or does not answer. */
export type CreditsLeft = number | 'refused' | 'unreachable';

/**
 * Credits that new runs can still use this month, those held for work under way taken off, as the service says.
 * What it does not tell is a value too, so that a page shows the rest of what it knows.
 */
export async function creditsLeft(context: Context): Promise<CreditsLeft> {
  try {
    const client = await clientFor(context);
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
