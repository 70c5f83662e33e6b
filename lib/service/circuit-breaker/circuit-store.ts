import { type SQL, sql } from 'drizzle-orm';
import type { Engine } from '#lib/contract/engines';
import { hmacSha256Hex } from '#lib/core/crypto';
import type { Env } from '#lib/core/env';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { notify } from '#lib/db/notify';
import { circuitBreakers, providerKeys } from '#lib/db/schema/providers';
import type { ProviderChoice, ProviderName } from '#lib/providers/registry';

/** A provider and one key for it. Circuit breakers and rate pacers work per credential. */
export interface ProviderCredential {
  /** The organization that owns the key; `instanceOwnerId` if it is a key of the instance. */
  organizationId: string;
  provider: ProviderName;
  /** Identifies the key without revealing it. */
  keyFingerprint: string;
}

/** A UUID that stands for the instance in columns with an organization ID. No organization has it. */
export const instanceOwnerId = '00000000-0000-0000-0000-000000000000';

const fingerprintDigits = 16;

/** Returns the credential of a provider choice; undefined for the sandbox and unavailable engines. */
export function getProviderCredential(
  { credentials }: ProviderChoice<Engine>,
  organizationId: string,
  settings: Env,
): ProviderCredential | undefined {
  if (!credentials) return undefined;
  const secrets = credentials.values.map((key) => `${key.length}:${key}`).join();
  return {
    organizationId: credentials.isOwn ? organizationId : instanceOwnerId,
    provider: credentials.provider,
    keyFingerprint: hmacSha256Hex(settings.ENCRYPTION_KEY ?? '', secrets).slice(0, fingerprintDigits),
  };
}

/** Returns a string that identifies a credential, for use as a map key. */
export function getCredentialId({ organizationId, provider, keyFingerprint }: ProviderCredential): string {
  return `${organizationId}:${provider}:${keyFingerprint}`;
}

/**
 * Returns the credential in the circuit of one engine. It opens when the provider retires what this engine needs, while
 * other engines can still use the same key.
 */
export function toEngineCredential(credential: ProviderCredential, engine: Engine): ProviderCredential {
  return { ...credential, keyFingerprint: `${credential.keyFingerprint}:${engine}` };
}

/**
 * The reason why a circuit is open: repeated failures; an exhausted quota or balance at the provider; or, in the circuit of
 * an engine, an endpoint or a model that the provider retired.
 */
export type CircuitReason = 'failing' | 'quota' | 'retired' | 'retired_model';

/** The wait before the next probe doubles with each failed one. */
const probeDelays = {
  failing: { firstSeconds: 1, maxSeconds: 60 },
  quota: { firstSeconds: 5, maxSeconds: 60 },
  retired: { firstSeconds: 5, maxSeconds: 60 },
  retired_model: { firstSeconds: 5, maxSeconds: 60 },
} as const satisfies Record<CircuitReason, object>;

/** The reasons for which tasks fail instead of waiting until the circuit closes. */
const finalReasons: ReadonlySet<CircuitReason> = new Set<CircuitReason>([
  'quota',
  'retired',
  'retired_model',
]);

/** An open circuit: the provider's tasks wait, except one probe at a time. */
export interface OpenCircuit extends ProviderCredential {
  /** The only engine that the circuit blocks; null if it blocks all engines that use the key. */
  engine: Engine | null;
  reason: CircuitReason;
  openedAt: Date;
  /** When the provider last failed, if that failure is final for all tasks created before it; otherwise null. */
  finalFailureAt: Date | null;
  failedProbes: number;
  /** True if the next probe may start. */
  isProbeDue: boolean;
  /** Providers for which the owner of the key has its own keys. */
  ownProviders: ProviderName[];
}

/** Lists the open circuits of the instance and of all organizations. */
export async function listOpenCircuits(db: Database): Promise<OpenCircuit[]> {
  const rows = await db
    .select({
      organizationId: circuitBreakers.organizationId,
      provider: sql<ProviderName>`${circuitBreakers.provider}`,
      keyFingerprint: circuitBreakers.keyFingerprint,
      engine: sql<Engine | null>`nullif(split_part(${circuitBreakers.keyFingerprint}, ':', 2), '')`,
      reason: circuitBreakers.reason,
      openedAt: circuitBreakers.openedAt,
      failedAt: circuitBreakers.failedAt,
      failedProbes: circuitBreakers.failedProbes,
      isProbeDue: sql<boolean>`${circuitBreakers.probeAt} <= now()`,
      ownProviders: sql<ProviderName[]>`ARRAY(
        SELECT k.provider FROM ${providerKeys} AS k WHERE k.organization_id = circuit_breakers.organization_id
      )`,
    })
    .from(circuitBreakers);
  return rows.map(({ failedAt, ...circuit }) => ({
    ...circuit,
    finalFailureAt: finalReasons.has(circuit.reason) ? (failedAt ?? circuit.openedAt) : null,
  }));
}

function getNextProbeTime(reason: CircuitReason, failedProbes: SQL | number): SQL {
  const { firstSeconds, maxSeconds } = probeDelays[reason];
  return sql`now() + make_interval(secs => least(${maxSeconds}::int, ${firstSeconds}::int * 2 ^ least(${failedProbes}, 20)))`;
}

const matchesCredential = ({ organizationId, provider, keyFingerprint }: ProviderCredential) =>
  hasValues(circuitBreakers, { organizationId, provider, keyFingerprint });

/** Opens a circuit for every process. */
export async function openCircuit(
  db: Database,
  { organizationId, provider, keyFingerprint }: ProviderCredential,
  reason: CircuitReason,
): Promise<void> {
  const times = { openedAt: sql`now()`, failedAt: sql`now()`, probeAt: getNextProbeTime(reason, 0) };
  const { rowCount } = await db
    .insert(circuitBreakers)
    .values({ organizationId, provider, keyFingerprint, reason, ...times })
    .onConflictDoNothing();
  if (rowCount) await notify(db, 'circuits');
}

/** Records a failed probe: the next one comes after a longer wait. */
export async function recordFailedProbe(
  db: Database,
  credential: ProviderCredential,
  reason: CircuitReason,
): Promise<void> {
  const failedProbes = sql`${circuitBreakers.failedProbes} + 1`;
  const probeAt = getNextProbeTime(reason, failedProbes);
  await db
    .update(circuitBreakers)
    .set({ failedProbes, reason, probeAt, failedAt: sql`now()` })
    .where(matchesCredential(credential));
}

/** Closes a circuit for every process and wakes the workers. */
export async function closeCircuit(db: Database, credential: ProviderCredential): Promise<void> {
  const { rowCount } = await db.delete(circuitBreakers).where(matchesCredential(credential));
  if (rowCount) await notify(db, 'circuits', 'tasks');
}
