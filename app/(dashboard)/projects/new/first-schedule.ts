import type { EngineProvider } from '#lib/contract/engines';
import type { CreditBalance } from '#lib/dashboard/api-credentials/api-credentials';
import { fitSchedule } from '#lib/dashboard/schedules/fit-schedule';
import { availableEngines, type ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import type { ProjectDraft } from './project-draft';

interface Conditions {
  prompts: number;
  creditsRemaining: CreditBalance;
  /** Null if the providers are unknown. */
  engineProviders: readonly EngineProvider[] | null;
}

/**
 * Returns the schedule of a draft. Until it is edited, it has the engines that have a real provider, if there are any,
 * and is fitted to the credits.
 */
export function getFirstSchedule(
  { schedule, isScheduleEdited }: Pick<ProjectDraft, 'schedule' | 'isScheduleEdited'>,
  { prompts, creditsRemaining, engineProviders }: Conditions,
): ScheduleDraft {
  if (isScheduleEdited) return schedule;
  const real = availableEngines
    .map(({ engine }) => engine)
    .filter((engine) => engineProviders && !isSandboxed(engine, engineProviders));
  const draft = real.length > 0 ? { ...schedule, engines: real } : schedule;
  return typeof creditsRemaining === 'number'
    ? fitSchedule(draft, { promptCount: prompts, credits: creditsRemaining })
    : draft;
}

/** Lists the engines that the sandbox would answer. */
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
