import { requirePermission } from '#lib/core/permissions';
import { type Context, scoped } from '#lib/db/context';
import type { LoggedRequest } from '#lib/service/requests/request-log';

export type RequestLogEntry = Omit<LoggedRequest, 'organizationId'>;

export interface RequestLogFilter {
  /** Only requests received before this instant, for the next page. */
  before?: Date;
  /** Only refused or failed ones. */
  failed?: boolean;
  /** At most 200, which is also the default. */
  limit?: number;
}

const most = 200;

const statement = `
  SELECT id, key_id AS "keyId", method, path, status, code, credits_charged AS "creditsCharged",
    latency_ms AS "latencyMs", received_at AS "receivedAt"
  FROM requests
  WHERE organization_id = $1 AND received_at < coalesce($2::timestamptz, 'infinity') AND (status >= 400 OR NOT $3)
  ORDER BY received_at DESC
  LIMIT $4`;

/**
 * The organization's requests to /v1 of the last 7 days, newest first. A request stands there about a quarter of
 * a second after its answer.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function listRequests(
  context: Context,
  { before, failed = false, limit = most }: RequestLogFilter = {},
): Promise<RequestLogEntry[]> {
  requirePermission(context.actor, 'requests.read');
  return scoped(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<RequestLogEntry>(statement, [
      organizationId,
      before ?? null,
      failed,
      Math.min(limit, most),
    ]);
    return rows;
  });
}
