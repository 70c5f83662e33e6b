import { ClientError } from '#lib/client/client';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { clientFor } from '#lib/dashboard/connections/client-for';
import type { Context } from '#lib/database/context';

const patienceMs = 2_000;

/**
 * Credits that new runs can still use this month, those held for work under way taken off, as the service says.
 * Undefined when it cannot be asked, so that a page shows the rest of what it knows.
 */
export async function creditsLeft(context: Context): Promise<number | undefined> {
  try {
    const client = await clientFor(context);
    const { remaining, held } = await client.call(
      'getCredits',
      {},
      { signal: AbortSignal.timeout(patienceMs) },
    );
    return Math.max(0, remaining - held);
  } catch (error) {
    const code = error instanceof ClientError ? error.code : undefined;
    log.warn({ code, error: describeError(error) }, 'the service did not tell the credits left');
    return undefined;
  }
}
