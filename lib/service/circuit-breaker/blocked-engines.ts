import { type Engine, engines } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import { listEngineProviders, type ProviderName, selectProvider } from '#lib/providers/registry';
import type { OpenCircuit, ProviderCredential } from '#lib/service/circuit-breaker/circuit-store';
import {
  getCredentialId,
  getProviderCredential,
  instanceOwnerId,
  toEngineCredential,
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
  const ownEngines = engines.filter((engine) => {
    const providers = listEngineProviders(engine, settings);
    return providers.find((name) => circuit.ownProviders.includes(name)) === circuit.provider;
  });
  return listCredentialEngines(circuit, ownEngines, settings).filter(
    ({ engine }) => circuit.engine === null || circuit.engine === engine,
  );
}

/**
 * Lists the engines that use a credential.
 * @param ownEngines the engines to list if the credential belongs to an organization
 */
export function listCredentialEngines(
  credential: ProviderCredential,
  ownEngines: readonly Engine[],
  settings: Env,
): BlockedEngine[] {
  const isInstance = credential.organizationId === instanceOwnerId;
  const organizationId = isInstance ? null : credential.organizationId;
  return engines
    .filter((engine) =>
      isInstance ? usesInstanceCredential(engine, credential, settings) : ownEngines.includes(engine),
    )
    .map((engine) => ({ engine, organizationId, providers: listEngineProviders(engine, settings) }));
}

/** Returns whether an engine uses a credential if an organization has no keys for it. */
function usesInstanceCredential(engine: Engine, credential: ProviderCredential, settings: Env): boolean {
  const current = getProviderCredential(selectProvider(engine, settings), instanceOwnerId, settings);
  if (current === undefined) return false;
  const ids = [current, toEngineCredential(current, engine)].map(getCredentialId);
  return ids.includes(getCredentialId(credential));
}

/** The SQL that reads the parameter `blocked`, a list of blocked engines of the type `jsonb`. */
export const selectBlockedEngines = `SELECT * FROM jsonb_to_recordset(:blocked)
    AS b (engine text, "organizationId" uuid, providers text[])`;

/**
 * Returns an SQL condition. It is true if `blocked`, a row of `selectBlockedEngines`, applies to an organization.
 * @param organizationId SQL expression of the organization's ID
 */
export function buildBlockedCondition(organizationId: string): string {
  return `(blocked."organizationId" = ${organizationId} OR blocked."organizationId" IS NULL AND NOT EXISTS (
    SELECT FROM provider_keys k WHERE k.organization_id = ${organizationId} AND k.provider = ANY (blocked.providers)
  ))`;
}
