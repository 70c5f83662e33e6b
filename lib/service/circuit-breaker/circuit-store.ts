import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#lib/db/client';
import { circuitBreakers, providerKeys } from '#lib/db/schema/providers';
import type { ProviderName } from '#lib/providers/provider-catalog';
import type { ProviderCredential } from '#lib/service/circuit-breaker/provider-credential';

/** Why a circuit is open: repeated failures, or an exhausted quota or balance at the provider. */
export type CircuitReason = 'failing' | 'quota';

const probeDelays = {
  failing: { firstMs: 1_000, maxMs: 60_000 },
  quota: { firstMs: 5_000, maxMs: 600_000 },
} as const satisfies Record<CircuitReason, { firstMs: number; maxMs: number }>;

/** Returns the wait before the next probe, which doubles with each failed one. */
function getProbeDelayMs(reason: CircuitReason, failedProbes: number): number {
  const { firstMs, maxMs } = probeDelays[reason];
  return Math.min(maxMs, firstMs * 2 ** Math.min(failedProbes, 20));
}

/** An open circuit: the provider's tasks wait, except one probe at a time. */
export interface OpenCircuit extends ProviderCredential {
  reason: CircuitReason;
  openedAt: Date;
  failedProbes: number;
  /** Whether the next probe may start. */
  isProbeDue: boolean;
  /** Providers that the owner of the key has own keys for. */
  ownProviders: ProviderName[];
}

/** Lists the open circuits of the instance and of all organizations. */
export async function listOpenCircuits(db: Database): Promise<OpenCircuit[]> {
  return db
    .select({
      organizationId: circuitBreakers.organizationId,
      provider: sql<ProviderName>`${circuitBreakers.provider}`,
      keyFingerprint: circuitBreakers.keyFingerprint,
      reason: circuitBreakers.reason,
      openedAt: circuitBreakers.openedAt,
      failedProbes: circuitBreakers.failedProbes,
      isProbeDue: sql<boolean>`${circuitBreakers.probeAt} <= now()`,
      ownProviders: sql<ProviderName[]>`ARRAY(
        SELECT k.provider FROM ${providerKeys} AS k WHERE k.organization_id = circuit_breakers.organization_id
      )`,
    })
    .from(circuitBreakers);
}

const probeAfter = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000})`;
const isCircuitOf = ({ organizationId, provider, keyFingerprint }: ProviderCredential) =>
  and(
    eq(circuitBreakers.organizationId, organizationId),
    eq(circuitBreakers.provider, provider),
    eq(circuitBreakers.keyFingerprint, keyFingerprint),
  );

/** Opens a circuit for every process. @param delayMs wait before the first probe, if the provider asked for one */
export async function openCircuit(
  db: Database,
  { organizationId, provider, keyFingerprint }: ProviderCredential,
  reason: CircuitReason,
  delayMs = getProbeDelayMs(reason, 0),
): Promise<void> {
  const { rowCount } = await db
    .insert(circuitBreakers)
    .values({
      ...{ organizationId, provider, keyFingerprint, reason },
      openedAt: sql`now()`,
      probeAt: probeAfter(delayMs),
    })
    .onConflictDoNothing();
  if (rowCount) await db.$client.query(`NOTIFY circuits`);
}

/** Records a failed probe: the next one comes after a longer wait. */
export async function recordFailedProbe(
  db: Database,
  circuit: OpenCircuit,
  reason: CircuitReason,
): Promise<void> {
  const failedProbes = circuit.failedProbes + 1;
  const probeAt = probeAfter(getProbeDelayMs(reason, failedProbes));
  await db.update(circuitBreakers).set({ failedProbes, reason, probeAt }).where(isCircuitOf(circuit));
}

/** Closes a circuit for every process and wakes the workers. */
export async function closeCircuit(db: Database, credential: ProviderCredential): Promise<void> {
  const { rowCount } = await db.delete(circuitBreakers).where(isCircuitOf(credential));
  if (rowCount) await db.$client.query('NOTIFY circuits; NOTIFY tasks');
}
