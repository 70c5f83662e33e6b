import { type Engine, engines } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import type { ProviderName } from '#lib/providers/provider-catalog';
import { listEngineProviders, selectProvider } from '#lib/providers/registry';
import {
  getCredentialId,
  getProviderCredential,
  instanceOwnerId,
  type ProviderCredential,
} from '#lib/service/circuit-breaker/account';
import type { OpenCircuit } from '#lib/service/circuit-breaker/circuit-rows';

/** Tasks that must not be claimed: an engine's, of one organization or of all that use the instance's key. */
export interface BlockedEngine {
  engine: Engine;
  /** Null for all organizations but those with keys of their own at one of `vendors`. */
  organizationId: string | null;
  vendors: ProviderName[];
}

/** The tasks that an open circuit shuts. */
export function listBlockedEngines(circuit: OpenCircuit, settings: Env): BlockedEngine[] {
  const ofInstance = circuit.organizationId === instanceOwnerId;
  return engines.flatMap((engine) => {
    const vendors = listEngineProviders(engine, settings);
    const shut = ofInstance
      ? isInstanceAccount(engine, circuit, settings)
      : vendors.find((name) => circuit.ownVendors.includes(name)) === circuit.vendor;
    if (!shut) return [];
    return [{ engine, organizationId: ofInstance ? null : circuit.organizationId, vendors }];
  });
}

function isInstanceAccount(engine: Engine, account: ProviderCredential, settings: Env): boolean {
  const present = getProviderCredential(selectProvider(engine, settings), instanceOwnerId, settings);
  return present !== undefined && getCredentialId(present) === getCredentialId(account);
}

/** `ShutEngine`s as a statement reads them: a table `shut (engine, organization_id, vendors)` out of JSON. */
export function blockedEnginesTable(parameter: string): string {
  return `SELECT * FROM jsonb_to_recordset(${parameter}::jsonb) AS s (engine text, organization_id uuid, vendors text[])`;
}

export function toBlockedEnginesJson(shut: readonly BlockedEngine[]): string {
  return JSON.stringify(
    shut.map(({ engine, organizationId, vendors }) => ({ engine, organization_id: organizationId, vendors })),
  );
}

/** A condition: whether a row of `shut` is about this organization. */
export function isBlockedCondition(shut: string, organizationId: string): string {
  return `(${shut}.organization_id = ${organizationId} OR ${shut}.organization_id IS NULL AND NOT EXISTS (
    SELECT FROM provider_keys k WHERE k.organization_id = ${organizationId} AND k.provider = ANY (${shut}.vendors)
  ))`;
}
