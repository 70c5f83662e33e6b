import { LRUCache } from 'lru-cache';
import type { Database } from '#lib/db/database';
import { statement } from '#lib/db/statement';

/** How many bytes of responses (headers and bodies) of an organization's deliveries are kept. */
export interface ResponseBudget {
  /** When an organization has more, older responses are dropped until three quarters of this are left. */
  organizationBytes: number;
  /** Responses of an endpoint beyond its newest ones of this size are dropped before those of other endpoints. */
  endpointBytes: number;
  /** A worker looks for responses to drop after each time it has stored this much for an organization. */
  checkedBytes: number;
}

const mebibyte = 1024 * 1024;
const defaultBudget: ResponseBudget = {
  organizationBytes: 32 * mebibyte,
  endpointBytes: 8 * mebibyte,
  checkedBytes: 2 * mebibyte,
};

/** A row takes at least this many bytes, so that small responses count too. */
const minRowBytes = 128;

/** Drops the responses that come last: those beyond the budget of their endpoint, and of the others the oldest. */
const dropResponses = statement({
  name: 'drop-responses',
  parameters: { organizationId: 'uuid', organizationBytes: 'int8', endpointBytes: 'int8' },
  isPrepared: false,
  text: `
    WITH stored AS (
      SELECT a.delivery_id, a.attempt, a.started_at, d.endpoint_id,
        greatest(${minRowBytes}, octet_length(a.response_body), 0) + pg_column_size(a.response_headers) AS bytes
      FROM delivery_attempts a JOIN deliveries d ON d.organization_id = :organizationId AND d.id = a.delivery_id
      WHERE a.organization_id = :organizationId AND a.response_headers IS NOT NULL
    ), by_endpoint AS (
      SELECT *, sum(bytes) OVER (
        PARTITION BY endpoint_id ORDER BY started_at DESC, delivery_id, attempt DESC
      ) <= :endpointBytes AS is_within_endpoint
      FROM stored
    ), summed AS (
      SELECT *, sum(bytes) OVER (ORDER BY is_within_endpoint DESC, started_at DESC, delivery_id, attempt DESC) AS total
      FROM by_endpoint
    ), excess AS (
      SELECT delivery_id, attempt FROM summed
      WHERE total > :organizationBytes * 3 / 4 AND (SELECT sum(bytes) FROM stored) > :organizationBytes
    ), dropped AS (
      SELECT a.delivery_id, a.attempt FROM delivery_attempts a
      JOIN excess ON a.organization_id = :organizationId AND a.delivery_id = excess.delivery_id AND a.attempt = excess.attempt
      FOR UPDATE OF a SKIP LOCKED
    )
    UPDATE delivery_attempts a
    SET response_headers = NULL, response_body = NULL, response_truncated = false
    FROM dropped
    WHERE a.organization_id = :organizationId AND a.delivery_id = dropped.delivery_id AND a.attempt = dropped.attempt`,
});

/** The part of a stored attempt that counts towards the budget. */
interface StoredResponse {
  responseHeaders: Record<string, string | string[]> | null;
  responseBody: string | null;
}

/** Keeps the stored responses of each organization within the budget, as far as this worker stores them. */
export class ResponseStorage {
  private readonly db: Database;
  private readonly budget: ResponseBudget;
  /** Bytes stored by this worker since its last check, by organization ID. Another organization is checked first. */
  private readonly uncheckedBytes = new LRUCache<string, number>({ max: 20_000 });

  constructor(db: Database, budget: ResponseBudget = defaultBudget) {
    this.db = db;
    this.budget = budget;
  }

  /** Counts responses that were stored. @returns whether to call `dropExcess` */
  count(organizationId: string, responses: readonly StoredResponse[]): boolean {
    const added = responses.reduce((sum, response) => sum + countBytes(response), 0);
    if (added === 0) return false;
    const bytes = (this.uncheckedBytes.get(organizationId) ?? this.budget.checkedBytes) + added;
    const isDue = bytes >= this.budget.checkedBytes;
    this.uncheckedBytes.set(organizationId, isDue ? 0 : bytes);
    return isDue;
  }

  /** Drops the responses of an organization that are beyond the budget. */
  async dropExcess(organizationId: string): Promise<void> {
    const { organizationBytes, endpointBytes } = this.budget;
    await dropResponses(this.db, { organizationId, organizationBytes, endpointBytes });
  }
}

function countBytes({ responseHeaders, responseBody }: StoredResponse): number {
  if (responseHeaders === null) return 0;
  const headerBytes = Buffer.byteLength(JSON.stringify(responseHeaders));
  return headerBytes + Math.max(minRowBytes, Buffer.byteLength(responseBody ?? ''));
}
