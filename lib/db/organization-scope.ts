import { ServiceError } from '#lib/core/errors';
import { isUuid } from '#lib/core/text';
import type { Context } from '#lib/db/context';
import { type TransactionOptions, transaction } from '#lib/db/transaction';

/**
 * Runs `work` in a transaction of the context's organization: row-level security hides the rows of all others.
 * @throws ServiceError RATE_LIMIT_EXCEEDED if too many calls of the organization wait for a connection
 */
export async function withOrganization<C extends Context, T>(
  context: C,
  work: (context: C) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { db, organizationId } = context;
  if (!isUuid(organizationId)) throw new Error('The ID of the organization is not a UUID.');
  const settings = { ...options.settings, 'app.organization': organizationId };
  const run = () => transaction(db, (tx) => work({ ...context, db: tx }), { ...options, settings });
  const running = db.runInTurn ? db.runInTurn(organizationId, run) : run();
  if (running) return running;
  const message = 'Your organization is loading too many pages at once. Try again in a moment.';
  throw new ServiceError('RATE_LIMIT_EXCEEDED', { message });
}
