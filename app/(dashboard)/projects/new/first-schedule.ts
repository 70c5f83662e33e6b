import type { EngineProvider } from '#lib/contract/engines';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-credentials';
import { fitSchedule } from '#lib/dashboard/schedules/fit-schedule';
import { availableEngines, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import type { ProjectDraft } from './project-draft';

interface Conditions {
  promptCount: number;
  creditsRemaining: CreditBalance;
  /** Null if the providers are unknown. */
  engineProviders: readonly EngineProvider[] | null;
}

/**
 * Returns the schedule of a draft. Until the member edits it, it is fitted to the credits and has only the engines with a
 * real provider, if there are any.
 */
export function getFirstSchedule(
  { schedule, isScheduleEdited }: Pick<ProjectDraft, 'schedule' | 'isScheduleEdited'>,
  { promptCount, creditsRemaining, engineProviders }: Conditions,
): ScheduleDraft {
  if (isScheduleEdited) return schedule;
  const realEngines = availableEngines
    .map(({ engine }) => engine)
    .filter((engine) => engineProviders && !isSandboxed(engine, engineProviders));
  const draft = realEngines.length > 0 ? { ...schedule, engines: realEngines } : schedule;
  return typeof creditsRemaining === 'number'
    ? fitSchedule(draft, { promptCount, credits: creditsRemaining })
    : draft;
}

/** Lists the engines without a real provider: the sandbox answers them, or requests to them fail. */
export function listSandboxEngines(
  engines: ScheduleDraft['engines'],
  engineProviders: readonly EngineProvider[] | null,
): ScheduleDraft['engines'] {
  return engineProviders ? engines.filter((engine) => isSandboxed(engine, engineProviders)) : [];
}

function isSandboxed(engine: EngineProvider['engine'], engineProviders: readonly EngineProvider[]): boolean {
  const access = engineProviders.find((provider) => provider.engine === engine)?.access;
  return access === 'sandbox' || access === 'none';
}
