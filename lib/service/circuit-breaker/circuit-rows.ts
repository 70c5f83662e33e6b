import type { Database } from '#lib/db/client';
import type { ProviderName } from '#lib/providers/provider-catalog';
import type { ProviderCredential } from '#lib/service/circuit-breaker/account';
import { type CircuitReason, getProbeDelayMs } from '#lib/service/circuit-breaker/probe-wait';

/** A circuit that is open: the vendor's tasks wait, but for one at a time. */
export interface OpenCircuit extends ProviderCredential {
  reason: CircuitReason;
  openedAt: Date;
  failedProbes: number;
  /** Whether a task may be tried now. */
  due: boolean;
  /** Vendors the key's owner has keys of its own at. */
  ownVendors: ProviderName[];
}

const readStatement = `
  SELECT organization_id AS "organizationId", provider AS vendor, key_fingerprint AS "keyMark", reason, opened_at AS "openedAt",
    failed_probes AS "failedProbes", probe_at <= now() AS due,
    ARRAY(SELECT k.provider FROM provider_keys k WHERE k.organization_id = c.organization_id) AS "ownVendors"
  FROM circuit_breakers c`;

/** Every open circuit of the instance and its organizations. */
export async function readCircuits(db: Database): Promise<OpenCircuit[]> {
  const { rows } = await db.$client.query<OpenCircuit>({ name: 'read-circuits', text: readStatement });
  return rows;
}

const openStatement = `
  WITH opened AS (
    INSERT INTO circuit_breakers (organization_id, provider, key_fingerprint, reason, opened_at, probe_at)
    VALUES ($1, $2, $3, $4, now(), now() + make_interval(secs => $5))
    ON CONFLICT (organization_id, provider, key_fingerprint) DO NOTHING
    RETURNING provider
  )
  SELECT pg_notify('circuits', '') FROM opened`;

/** Opens a circuit for every process. @param waitMs until the first probe, where the vendor asked for a wait itself */
export async function openCircuit(
  db: Database,
  { organizationId, vendor, keyMark }: ProviderCredential,
  reason: CircuitReason,
  waitMs = getProbeDelayMs(reason, 0),
): Promise<void> {
  await db.$client.query({
    text: openStatement,
    values: [organizationId, vendor, keyMark, reason, waitMs / 1000],
  });
}

const failStatement = `
  UPDATE circuit_breakers SET failed_probes = $4, probe_at = now() + make_interval(secs => $5), reason = $6
  WHERE organization_id = $1 AND provider = $2 AND key_fingerprint = $3`;

/** Notes a probe that failed: the next comes after a longer wait. */
export async function noteFailedProbe(
  db: Database,
  { organizationId, vendor, keyMark, failedProbes }: OpenCircuit,
  reason: CircuitReason,
): Promise<void> {
  const waitMs = getProbeDelayMs(reason, failedProbes + 1);
  await db.$client.query({
    text: failStatement,
    values: [organizationId, vendor, keyMark, failedProbes + 1, waitMs / 1000, reason],
  });
}

const closeStatement = `
  WITH closed AS (
    DELETE FROM circuit_breakers WHERE organization_id = $1 AND provider = $2 AND key_fingerprint = $3 RETURNING provider
  )
  SELECT pg_notify('circuits', ''), pg_notify('tasks', '') FROM closed`;

/** Closes a circuit for every process and wakes the workers. */
export async function closeCircuit(
  db: Database,
  { organizationId, vendor, keyMark }: ProviderCredential,
): Promise<void> {
  await db.$client.query({ text: closeStatement, values: [organizationId, vendor, keyMark] });
}
