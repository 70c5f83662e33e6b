import type { Engine } from '#lib/contract/engines';
import { listTargetingFields, type MonitorRequest, type TargetingField } from '#lib/contract/requests';
import type { FieldError } from '#lib/core/errors';
import { getProviderDetails } from '#lib/providers/registry';
import type { Provider } from '#lib/providers/shared/provider';
import { isProviderName } from '#lib/service/provider-keys/available-providers';

/**
 * Lists the targeting fields that the engine accepts but its provider cannot send.
 * @param body the request as the client sent it, which may be invalid
 * @param request the parsed request; undefined if it is invalid
 */
export function listUnsupportedTargeting(
  provider: Provider<Engine>,
  body: unknown,
  request: MonitorRequest | undefined,
): FieldError[] {
  const values = new Map(body !== null && typeof body === 'object' ? Object.entries(body) : []);
  const given = listTargetingFields(provider.engine).filter((field) => values.get(field) != null);
  const unsupported = given.filter((field) => !provider.targeting.includes(field));
  const unreadable = (request && provider.listUnsupportedValues?.(request)) ?? [];
  return [
    ...unsupported.map((field) => describeField(provider, field, 'cannot send')),
    ...unreadable.map((field) => describeField(provider, field, 'cannot read this')),
  ];
}

function describeField(
  { name, engine }: Provider<Engine>,
  field: TargetingField,
  problem: string,
): FieldError {
  const title = isProviderName(name) ? getProviderDetails(name).title : name;
  return { field, message: `${title}, which serves the ${engine} engine, ${problem} ${field}. Leave it out` };
}
