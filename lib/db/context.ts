import type { Actor } from '#lib/core/permissions';
import type { Clock } from '#lib/core/time';
import type { Database } from '#lib/db/database';

/** The first argument of most functions of the service and the dashboard that read or write data. */
export interface Context {
  db: Database;
  clock: Clock;
  /** Scopes every statement. */
  organizationId: string;
  actor: Actor;
  /** The browser or program that sent the request, for the audit log. */
  client?: { ipAddress: string; userAgent: string };
  /** True if reads must include all changes so far (see `runStaleRead`). */
  needsCurrentData?: boolean;
  /** When the data of the transaction was current, if it may be older than now. */
  asOf?: Date;
}

/** The first argument of functions about the account of a user, who need not belong to any organization. */
export interface AccountContext extends Omit<Context, 'organizationId'> {
  /** The session of the user's browser, which changes of the account do not end; null or undefined without one. */
  sessionId?: string | null;
}

/** Returns a context in which the instance's operator, who has every permission, acts on one organization. */
export function createOperatorContext(base: Pick<Context, 'db' | 'clock'>, organizationId: string): Context {
  return { db: base.db, clock: base.clock, organizationId, actor: { kind: 'operator' } };
}
