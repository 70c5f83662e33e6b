import { ServiceError } from '#lib/core/errors';
import { type CreateProjectInput, createProject } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import type { PromptInput } from '#lib/dashboard/prompts/prompt';
import { startRun } from '#lib/dashboard/runs/run-store';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { saveSchedule } from '#lib/dashboard/schedules/schedules';
import { type Context, withOrganization } from '#lib/db/client';

export interface OnboardProjectInput {
  project: CreateProjectInput;
  prompts: PromptInput[];
  /** The settings of the first run; if `enabled`, the schedule starts further runs. */
  schedule: ScheduleDraft;
}

/**
 * Creates a project with brands, prompts and a schedule, and starts its first run, in one transaction. The run has the
 * project's ID, so that a retry creates neither twice.
 * @returns the IDs of the project and its run
 * @throws ServiceError VALIDATION_ERROR with fields under `project.`, `prompts.` or `schedule.`
 */
export async function onboardProject(
  context: Context,
  { project, prompts, schedule }: OnboardProjectInput,
): Promise<{ projectId: string; runId: string }> {
  return withOrganization(context, async (tx) => {
    const { id: projectId } = await prefixFields('project', createProject(tx, project));
    await addPrompts(tx, { projectId, prompts });
    await prefixFields('schedule', saveSchedule(tx, { projectId, schedule }));
    const { engines, countries, samples, addOns } = schedule;
    const runId = projectId;
    await startRun(tx, { projectId, id: runId, kind: 'manual', engines, countries, samples, addOns });
    return { projectId, runId };
  });
}

async function prefixFields<T>(prefix: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.fields) throw error;
    const fields = error.fields.map(({ field, message }) => ({ field: `${prefix}.${field}`, message }));
    throw new ServiceError(error.code, { message: error.message, fields, cause: error });
  }
}
