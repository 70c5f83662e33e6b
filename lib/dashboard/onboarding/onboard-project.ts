import { ServiceError } from '#lib/core/errors';
import { type CreateProjectInput, createProject } from '#lib/dashboard/projects/create-project';
import { addPrompts } from '#lib/dashboard/prompts/add-prompts';
import type { PromptDraft } from '#lib/dashboard/prompts/prompt';
import { startRun } from '#lib/dashboard/runs/start-run';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { saveSchedule } from '#lib/dashboard/schedules/schedule-store';
import { type Context, scoped } from '#lib/db/context';

export interface OnboardProjectInput {
  project: CreateProjectInput;
  prompts: (Pick<PromptDraft, 'text'> & Partial<PromptDraft>)[];
  /** Where and when they are asked; `enabled` keeps asking after the first run. */
  schedule: ScheduleDraft;
}

/**
 * Makes a project ready in one go, whole or not at all: brands, prompts, schedule, and its first run.
 * The run has the project's id: a second try at the same project makes neither twice.
 * @returns the project and its run
 * @throws ServiceError VALIDATION_ERROR with fields under `project.`, `prompts.` or `schedule.`
 */
export async function onboardProject(
  context: Context,
  { project, prompts, schedule }: OnboardProjectInput,
): Promise<{ projectId: string; runId: string }> {
  return scoped(context, async (inside) => {
    const { id: projectId } = await under('project', createProject(inside, project));
    await addPrompts(inside, { projectId, prompts });
    await under('schedule', saveSchedule(inside, { projectId, schedule }));
    const { engines, countries, samples, addOns } = schedule;
    const runId = projectId;
    await startRun(inside, { projectId, id: runId, kind: 'manual', engines, countries, samples, addOns });
    return { projectId, runId };
  });
}

/** The same work; what it finds wrong is told as a part of `part`. */
async function under<T>(part: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.fields) throw error;
    const fields = error.fields.map(({ field, message }) => ({ field: `${part}.${field}`, message }));
    throw new ServiceError(error.code, { message: error.message, fields, cause: error });
  }
}
