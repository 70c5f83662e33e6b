import type { ApiScope, Plan } from '#lib/contract/plans';
import { sha256 } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { isInNetworks } from '#lib/core/ip-address';
import { recordSecurityEvent, type SecurityEventFields } from '#lib/core/security-events';
import type { Database } from '#lib/db/database';
import { rowOf, statement } from '#lib/db/statement';

/** The organization that sent a request, and its key. */
export interface Caller {
  organizationId: string;
  keyId: string;
  /** The scopes of the key; null for all. */
  scopes: ApiScope[] | null;
  /** IP addresses and networks that may use the key; empty for all. */
  allowedIps: string[];
  /** Time at which the deletion of the organization begins; null unless it is scheduled. */
  deletesAt: Date | null;
  plan: Plan;
  /** Maximum number of sync requests in flight. */
  concurrency: number;
  /** Requests counted in the current second, including this one. */
  requests: number;
  /** Credits that are not spent, including held ones, for the headers of a rejected request. */
  balance: number;
  /** Sync requests in flight, without this one, for the headers of a rejected request. */
  inFlight: number;
}

/**
 * The window's row is locked before the clock is read, and the clock is read once, so every request counts in
 * exactly one window, however many processes there are. The time of the last use is updated at most once a minute.
 */
const authenticate = statement({
  name: 'authenticate-request',
  parameters: { secretHash: 'bytea', ipAddress: 'text' },
  row: rowOf<Caller>({
    organizationId: 'uuid',
    keyId: 'uuid',
    scopes: 'jsonb?',
    allowedIps: 'jsonb',
    plan: 'text',
    concurrency: 'int4',
    deletesAt: 'timestamptz?',
    requests: 'int4',
    balance: 'int8',
    inFlight: 'int4',
  }),
  text: `
    WITH caller AS (
      SELECT k.organization_id, k.id AS key_id, k.scopes, k.allowed_ips, o.plan, o.sync_concurrency,
        o.deletes_at
      FROM api_keys k JOIN organizations o ON o.id = k.organization_id
      WHERE k.secret_hash = :secretHash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
    ), counted AS (
      INSERT INTO rate_limit_windows AS w (organization_id, kind, started_at, requests)
      SELECT organization_id, 'second', date_trunc('second', clock_timestamp()), 1 FROM caller
      ON CONFLICT (organization_id, kind) DO UPDATE SET (started_at, requests) = (
        SELECT greatest(w.started_at, clock.second),
          CASE WHEN w.started_at < clock.second THEN 1 ELSE w.requests + 1 END
        FROM (SELECT date_trunc('second', clock_timestamp()) AS second OFFSET 0) AS clock
      )
      RETURNING requests
    ), used AS (
      UPDATE api_keys k SET last_used_at = now(), last_used_ip = :ipAddress FROM caller
      WHERE k.organization_id = caller.organization_id AND k.id = caller.key_id
        AND (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute')
    )
    SELECT caller.organization_id AS "organizationId", key_id AS "keyId", to_jsonb(scopes) AS scopes,
      to_jsonb(allowed_ips) AS "allowedIps", deletes_at AS "deletesAt", plan, sync_concurrency AS concurrency,
      requests, b.balance, b.in_flight AS "inFlight"
    FROM caller, counted, credit_balances b
    WHERE b.organization_id = caller.organization_id`,
});

/**
 * Returns the owner of a well-formed key and counts the request in the organization's one-second window. The
 * calling function compares `requests` with the limit. One round trip.
 * @throws ServiceError INVALID_OR_EXPIRED_API_KEY; INSUFFICIENT_PERMISSIONS from an IP address that is not allowed, or
 *   if the organization is scheduled for deletion
 */
export async function authenticateRequest(
  db: Database,
  { secret, ipAddress }: { secret: string; ipAddress: string },
): Promise<Caller> {
  const [caller] = await authenticate(db, { secretHash: sha256(secret), ipAddress });
  if (!caller) {
    recordSecurityEvent('api-key.rejected', { ...(await explainRejection(db, secret)), ipAddress });
    throw new ServiceError('INVALID_OR_EXPIRED_API_KEY');
  }
  const { allowedIps, deletesAt } = caller;
  if (deletesAt) {
    throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
      message: `The organization of this API key is scheduled for deletion on ${deletesAt.toISOString().slice(0, 10)}. An owner can restore it at the top of any page in the dashboard.`,
      details: { deletesAt: deletesAt.toISOString() },
    });
  }
  if (allowedIps.length === 0 || isInNetworks(ipAddress, allowedIps)) return caller;
  const { organizationId, keyId } = caller;
  recordSecurityEvent('api-key.rejected', { organizationId, keyId, reason: 'address', ipAddress });
  throw new ServiceError('INSUFFICIENT_PERMISSIONS', {
    message: `This API key does not allow requests from ${ipAddress}. Change its allowed IP addresses, or send the request from one of them.`,
  });
}

type Rejection = Pick<SecurityEventFields, 'organizationId' | 'keyId' | 'reason'>;

const findRejectedKey = statement({
  name: 'explain-rejected-key',
  parameters: { secretHash: 'bytea' },
  row: { organizationId: 'uuid', keyId: 'uuid', isRevoked: 'bool' },
  text: `SELECT organization_id AS "organizationId", id AS "keyId", revoked_at IS NOT NULL AS "isRevoked"
    FROM api_keys WHERE secret_hash = :secretHash`,
});

/** Returns why a key is not accepted, for the log; the response does not say. */
async function explainRejection(db: Database, secret: string): Promise<Rejection> {
  const [key] = await findRejectedKey(db, { secretHash: sha256(secret) });
  if (!key) return { reason: 'unknown' };
  const { isRevoked, ...ids } = key;
  return { ...ids, reason: isRevoked ? 'revoked' : 'expired' };
}

/** A fixed window of one hour. */
export interface HourlyWindow {
  /** Requests counted in it, including this one. */
  requests: number;
  /** Unix seconds. */
  endsAt: number;
}

/** As in `authenticateRequest`, the row is locked before the clock is read. */
const countRequest = statement({
  name: 'count-hourly-request',
  parameters: { organizationId: 'uuid' },
  row: { requests: 'int4', endsAt: 'int4' },
  text: `
    INSERT INTO rate_limit_windows AS w (organization_id, kind, started_at, requests)
    VALUES (:organizationId, 'hour', date_trunc('hour', clock_timestamp(), 'UTC'), 1)
    ON CONFLICT (organization_id, kind) DO UPDATE SET (started_at, requests) = (
      SELECT greatest(w.started_at, clock.hour),
        CASE WHEN w.started_at < clock.hour THEN 1 ELSE w.requests + 1 END
      FROM (SELECT date_trunc('hour', clock_timestamp(), 'UTC') AS hour OFFSET 0) AS clock
    )
    RETURNING requests, extract(epoch FROM started_at + interval '1 hour')::int AS "endsAt"`,
});

/** Counts a request in the organization's current hour. One round trip. */
export async function countHourlyRequest(db: Database, organizationId: string): Promise<HourlyWindow> {
  const [window] = await countRequest(db, { organizationId });
  if (!window) throw new Error('The database returned no row for the hourly window.');
  return window;
}
