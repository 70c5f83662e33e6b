import { type Engine, engines } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import type { ProviderName } from '#lib/providers/provider-catalog';
import { listEngineProviders, selectProvider } from '#lib/providers/registry';
import type { OpenCircuit } from '#lib/service/circuit-breaker/circuit-store';
import {
  getCredentialId,
  getProviderCredential,
  instanceOwnerId,
  type ProviderCredential,
} from '#lib/service/circuit-breaker/provider-credential';

/** An engine whose tasks must not be claimed, for one organization or for all that use the instance's key. */
export interface BlockedEngine {
  engine: Engine;
  /** Null for all organizations except those with own keys for one of `providers`. */
  organizationId: string | null;
  providers: ProviderName[];
}

/** Lists the engines that an open circuit blocks. */
export function listBlockedEngines(circuit: OpenCircuit, settings: Env): BlockedEngine[] {
  const isInstance = circuit.organizationId === instanceOwnerId;
  return engines.flatMap((engine) => {
    const providers = listEngineProviders(engine, settings);
    const isBlocked = isInstance
      ? isInstanceCredential(engine, circuit, settings)
      : providers.find((name) => circuit.ownProviders.includes(name)) === circuit.provider;
    if (!isBlocked) return [];
    return [{ engine, organizationId: isInstance ? null : circuit.organizationId, providers }];
  });
}

function isInstanceCredential(engine: Engine, credential: ProviderCredential, settings: Env): boolean {
  const current = getProviderCredential(selectProvider(engine, settings), instanceOwnerId, settings);
  return current !== undefined && getCredentialId(current) === getCredentialId(credential);
}

/** Returns the SQL of a table `(engine, organization_id, providers)` that reads a JSON parameter. */
export function blockedEnginesTable(parameter: string): string {
  return `SELECT * FROM jsonb_to_recordset(${parameter}::jsonb) AS b (engine text, organization_id uuid, providers text[])`;
}

/** Returns the value of that parameter. */
export function toBlockedEnginesJson(blocked: readonly BlockedEngine[]): string {
  return JSON.stringify(
    blocked.map(({ organizationId, ...rest }) => ({ ...rest, organization_id: organizationId })),
  );
}

/** Returns the SQL condition that a row of that table, `blocked`, applies to an organization. */
export function isBlockedCondition(organizationId: string): string {
  return `(blocked.organization_id = ${organizationId} OR blocked.organization_id IS NULL AND NOT EXISTS (
    SELECT FROM provider_keys k WHERE k.organization_id = ${organizationId} AND k.provider = ANY (blocked.providers)
  ))`;
}
