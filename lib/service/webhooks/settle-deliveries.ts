import { z } from 'zod';
import { limits } from '#lib/contract/plans';
import { isUuid } from '#lib/core/text';
import type { Database } from '#lib/db/database';
import type { deliveryAttempts } from '#lib/db/schema/webhooks';
import { rowOf, statement } from '#lib/db/statement';
import { unindexed } from '#lib/db/unindexed';
import type { Settlement } from '#lib/queue/dispatcher';
import { latencyBucketsMs } from '#lib/service/provider-stats/stats-collector';
import type { ClaimedDelivery } from '#lib/service/webhooks/delivery-leases';

export type DeliveryAttempt = Omit<
  typeof deliveryAttempts.$inferSelect,
  'organizationId' | 'deliveryId' | 'attempt'
>;

/** The outcome of a claimed delivery; null if it was not sent because its endpoint is disabled. */
export type DeliveryOutcome = DeliveryAttempt | null;

/**
 * An endpoint is disabled if, since its last success, attempts have failed on at least this many different UTC days, and
 * the first of these failures is at least this many × 24 hours old.
 */
const maxFailingDays = 5;

/** An endpoint to which every delivery has failed for five days. */
export interface FailingEndpoint {
  organizationId: string;
  endpointId: string;
}

/** Counts, for each latency bucket, the attempts that got a response. */
const histogram = [...latencyBucketsMs, Number.POSITIVE_INFINITY]
  .map((bound, index) => {
    const upperCondition = bound === Number.POSITIVE_INFINITY ? 'true' : `duration_ms <= ${bound}`;
    const lowerCondition = index === 0 ? 'true' : `duration_ms > ${latencyBucketsMs[index - 1]}`;
    return `count(*) FILTER (WHERE status_code IS NOT NULL AND ${upperCondition} AND ${lowerCondition})::int`;
  })
  .join(', ');

/** Endpoints are written in the same order everywhere to avoid deadlocks. */
const settle = statement({
  name: 'settle-deliveries',
  parameters: {
    items: [
      {
        organizationId: 'uuid',
        id: 'uuid',
        claimNumber: 'int4',
        attempt: 'int4',
        status: 'text',
        delaySeconds: 'float8',
        label: 'text',
        startedAt: 'timestamptz?',
        durationMs: 'int4?',
        statusCode: 'int4?',
        error: 'text?',
        requestHeaders: 'jsonb?',
        responseHeaders: 'jsonb?',
        responseBody: 'text?',
        responseTruncated: 'bool?',
      },
    ],
  },
  row: rowOf<FailingEndpoint>({ organizationId: 'uuid', endpointId: 'uuid' }),
  isPrepared: false,
  text: `
    WITH settled AS (
      UPDATE deliveries d
      SET attempts = items.attempt, status = items.status,
        due_at = now() + make_interval(secs => items.delay_seconds),
        completed_at = CASE WHEN items.status = 'pending' THEN NULL ELSE now() END
      FROM :items
      WHERE d.organization_id = items.organization_id AND d.id = items.id AND d.claim_number = items.claim_number
        AND ${unindexed('d.status')} = 'pending'
      RETURNING d.organization_id, d.id, d.endpoint_id, d.is_test, items.status, items.label, items.attempt,
        items.started_at, items.duration_ms, items.status_code, items.error, items.request_headers,
        items.response_headers, items.response_body, items.response_truncated
    ), recorded AS (
      INSERT INTO delivery_attempts (organization_id, delivery_id, attempt, started_at, duration_ms, status_code,
        error, request_headers, response_headers, response_body, response_truncated)
      SELECT organization_id, id, attempt, started_at, duration_ms, status_code, error, request_headers,
        response_headers, response_body, response_truncated
      FROM settled WHERE status <> 'not_sent'
    ), counted AS (
      SELECT organization_id, endpoint_id, max(label) AS label,
        count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
        count(*) FILTER (WHERE status = 'failed')::int AS failed,
        count(*) FILTER (WHERE status = 'not_sent')::int AS not_sent,
        coalesce(bool_or(error IS NULL) FILTER (WHERE status <> 'not_sent'), false) AS has_success,
        coalesce(bool_or(error IS NOT NULL), false) AS has_failure,
        ARRAY[${histogram}] AS latency_histogram
      FROM settled WHERE NOT is_test GROUP BY 1, 2
    ), stats AS (
      INSERT INTO webhook_endpoint_stats AS s
        (organization_id, endpoint_id, hour, delivered, failed, not_sent, latency_histogram)
      SELECT organization_id, endpoint_id, date_trunc('hour', now()), delivered, failed, not_sent, latency_histogram
      FROM counted ORDER BY 1, 2
      ON CONFLICT (organization_id, endpoint_id, hour) DO UPDATE
      SET delivered = s.delivered + excluded.delivered, failed = s.failed + excluded.failed,
        not_sent = s.not_sent + excluded.not_sent,
        latency_histogram = (
          SELECT array_agg(a + b) FROM unnest(s.latency_histogram, excluded.latency_histogram) AS sums (a, b)
        )
    ), endpoints AS (
      INSERT INTO webhook_endpoints AS e
        (organization_id, id, label, last_success_at, last_failure_at, failing_since, failing_days)
      SELECT organization_id, endpoint_id, label, CASE WHEN has_success THEN now() END,
        CASE WHEN has_failure THEN now() END, CASE WHEN has_failure AND NOT has_success THEN now() END,
        (has_failure AND NOT has_success)::int
      FROM counted ORDER BY 1, 2
      ON CONFLICT (organization_id, id) DO UPDATE
      SET last_success_at = coalesce(excluded.last_success_at, e.last_success_at),
        last_failure_at = coalesce(excluded.last_failure_at, e.last_failure_at),
        failing_since = CASE WHEN excluded.last_success_at IS NULL
          THEN coalesce(e.failing_since, excluded.failing_since) END,
        failing_days = CASE
          WHEN excluded.last_success_at IS NOT NULL THEN 0
          WHEN e.failing_since IS NOT NULL
            AND (e.last_failure_at AT TIME ZONE 'UTC')::date = (now() AT TIME ZONE 'UTC')::date THEN e.failing_days
          ELSE e.failing_days + excluded.failing_days
        END
      RETURNING organization_id, id, disabled_at, failing_since, failing_days
    )
    SELECT organization_id AS "organizationId", id AS "endpointId" FROM endpoints
    WHERE disabled_at IS NULL AND failing_days >= ${maxFailingDays}
      AND failing_since <= now() - interval '${maxFailingDays} days'`,
});

/**
 * Records attempts and the health of their endpoints: acknowledged deliveries become `delivered`; others stay `pending`
 * until their next attempt or, after the fifth, become `failed`; those to a disabled endpoint become `not_sent`. A test
 * event has one attempt, which does not affect the health of its endpoint. One round trip.
 * @param retrySeconds delays before attempts 2 to 5
 * @returns the endpoints to disable
 */
export async function settleDeliveries(
  db: Database,
  settlements: readonly Settlement<ClaimedDelivery, DeliveryOutcome>[],
  retrySeconds: readonly number[],
): Promise<FailingEndpoint[]> {
  const items = settlements.map(({ item, outcome }) => ({
    ...outcome,
    ...toRow(item, outcome, retrySeconds),
  }));
  return settle(db, { items });
}

function toRow(delivery: ClaimedDelivery, outcome: DeliveryOutcome, retrySeconds: readonly number[]) {
  const { organizationId, id, claimNumber, attempts, url, endpointId } = delivery;
  const attempt = outcome ? attempts + 1 : attempts;
  return {
    organizationId,
    id,
    claimNumber,
    attempt,
    label: formatEndpointLabel(url, endpointId),
    status: getNextStatus(delivery, attempt, outcome),
    // Delays vary by 10%, so that deliveries that failed together are not retried together.
    delaySeconds: (retrySeconds[attempt - 1] ?? 0) * (0.9 + 0.2 * Math.random()),
  };
}

function getNextStatus({ isTest }: ClaimedDelivery, attempt: number, outcome: DeliveryOutcome) {
  if (!outcome) return 'not_sent';
  if (outcome.error === null) return 'delivered';
  return isTest || attempt >= limits.webhookAttempts ? 'failed' : 'pending';
}

/** An endpoint's ID: an MD5 hash formatted like a UUID, but without the version bits of one. */
export const endpointIdSchema = z.string('Invalid endpoint ID.').refine(isUuid, 'Invalid endpoint ID.');

/**
 * Returns a webhook URL for display: without its last path segment and query, which can contain secrets, and with the
 * first characters of the endpoint's ID, which distinguish endpoints that look alike.
 */
export function formatEndpointLabel(url: string, endpointId: string): string {
  const { host, pathname } = new URL(url);
  const parentPath = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  return `${host}${parentPath}… #${endpointId.slice(0, 4)}`;
}
