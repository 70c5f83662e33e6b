import { type Engine, engines } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import { listEngineProviders, type ProviderName, selectProvider } from '#lib/providers/registry';
import type { OpenCircuit } from '#lib/service/circuit-breaker/circuit-store';
import {
  getCredentialId,
  getProviderCredential,
  instanceOwnerId,
} from '#lib/service/circuit-breaker/circuit-store';

/** An engine whose tasks must not be claimed, for one organization or for all that use the instance's key. */
export interface BlockedEngine {
  engine: Engine;
  /** Null for all organizations that have no keys for any of `providers`. */
  organizationId: string | null;
  providers: ProviderName[];
}

/** Lists the engines that an open circuit blocks. */
export function listBlockedEngines(circuit: OpenCircuit, settings: Env): BlockedEngine[] {
  const isInstance = circuit.organizationId === instanceOwnerId;
  const organizationId = isInstance ? null : circuit.organizationId;
  return engines.flatMap((engine) => {
    const providers = listEngineProviders(engine, settings);
    const isBlocked = isInstance
      ? isInstanceCircuit(circuit, engine, settings)
      : providers.find((name) => circuit.ownProviders.includes(name)) === circuit.provider;
    return isBlocked ? [{ engine, organizationId, providers }] : [];
  });
}

/** Returns whether a circuit belongs to the instance's current key for an engine. */
function isInstanceCircuit(circuit: OpenCircuit, engine: Engine, settings: Env): boolean {
  const current = getProviderCredential(selectProvider(engine, settings), instanceOwnerId, settings);
  return current !== undefined && getCredentialId(current) === getCredentialId(circuit);
}

/** Returns the SQL that reads blocked engines from a JSON parameter. */
export function selectBlockedEngines(parameter: string): string {
  return `SELECT * FROM jsonb_to_recordset(${parameter}::jsonb)
    AS b (engine text, "organizationId" uuid, providers text[])`;
}

/**
 * Returns an SQL condition. It is true if `blocked`, a row of `selectBlockedEngines`, applies to an organization.
 * @param organizationId SQL expression of the organization's ID
 */
export function buildBlockedCondition(organizationId: string): string {
  return `(blocked."organizationId" = ${organizationId} OR blocked."organizationId" IS NULL AND NOT EXISTS (
    SELECT FROM provider_keys k WHERE k.organization_id = ${organizationId} AND k.provider = ANY (blocked.providers)
  ))`;
}
