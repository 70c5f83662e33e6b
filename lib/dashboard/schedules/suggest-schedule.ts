import type { EngineProvider } from '#lib/contract/engines';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { fitSchedule } from '#lib/dashboard/schedules/fit-schedule';
import { availableEngines, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';

type Engines = ScheduleDraft['engines'];
/** Null if the providers are unknown. */
type EngineProviders = readonly EngineProvider[] | null;

interface Conditions {
  promptCount: number;
  creditsRemaining: CreditBalance;
  engineProviders: EngineProviders;
}

/**
 * Suggests the first schedule of a project: the given one, fitted to the remaining credits if they are known. Its engines
 * are replaced by those with a real provider (one other than the sandbox), if there are any.
 */
export function suggestSchedule(
  schedule: ScheduleDraft,
  { promptCount, creditsRemaining, engineProviders }: Conditions,
): ScheduleDraft {
  const realEngines = listRealEngines(engineProviders);
  const draft = realEngines.length > 0 ? { ...schedule, engines: realEngines } : schedule;
  return typeof creditsRemaining === 'number'
    ? fitSchedule(draft, { promptCount, credits: creditsRemaining })
    : draft;
}

/** Lists the engines with a real provider, of those that the schedule form offers. */
export function listRealEngines(engineProviders: EngineProviders): Engines {
  const engines = availableEngines.map(({ engine }) => engine);
  return filterByAccess(engines, engineProviders, ['api', 'page', 'service']);
}

/** Lists the engines that the sandbox serves. */
export function listSandboxEngines(engines: Engines, engineProviders: EngineProviders): Engines {
  return filterByAccess(engines, engineProviders, ['sandbox']);
}

/** Lists the engines that have no provider, so that their requests fail. */
export function listUnavailableEngines(engines: Engines, engineProviders: EngineProviders): Engines {
  return filterByAccess(engines, engineProviders, ['none']);
}

/** Returns whether any of the engines has no real provider. */
export function hasMissingProviders(engines: Engines, engineProviders: EngineProviders): boolean {
  return filterByAccess(engines, engineProviders, ['sandbox', 'none']).length > 0;
}

function filterByAccess(
  engines: Engines,
  engineProviders: EngineProviders,
  accesses: readonly EngineProvider['access'][],
): Engines {
  return engines.filter((engine) =>
    engineProviders?.some((provider) => provider.engine === engine && accesses.includes(provider.access)),
  );
}
