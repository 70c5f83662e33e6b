import type { Clock } from '#lib/core/clock';
import type { Actor } from '#lib/core/permissions';
import { type Database, type TransactionOptions, transaction } from '#lib/db/client';

/** What every verb of both halves is handed first: for whom, by whom, on what, and when. */
export interface Context {
  db: Database;
  clock: Clock;
  /** Every statement of a verb is scoped by it. */
  organizationId: string;
  actor: Actor;
}

/**
 * Runs `work` in a transaction bound to the context's organization: row-level security then hides every other
 * organization's rows, even from a statement that forgot its WHERE.
 */
export function scoped<C extends Context, T>(
  context: C,
  work: (context: C) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return transaction(
    context.db,
    async (tx) => {
      await tx.$client.query("SELECT set_config('app.organization', $1, true)", [context.organizationId]);
      return work({ ...context, db: tx });
    },
    options,
  );
}
