import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { createProject, createProjectSchema } from '#lib/dashboard/projects/project';
import { addedPromptsSchema, addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { startRun } from '#lib/dashboard/runs/run-store';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { scheduleSchema } from '#lib/dashboard/schedules/schedule';
import { defineOperation } from '#lib/operations/define-operation';

/**
 * @returns the IDs of the project and its run
 * @throws ServiceError VALIDATION_ERROR with fields under `project.`, `prompts.` or `schedule.`
 */
export const onboardProject = defineOperation({
  name: 'projects.onboard',
  title: 'Create a project and start its first run',
  description:
    'Creates a project with brands, prompts and a schedule, and starts its first run, which spends credits. If the schedule is enabled, it starts further runs. The run has the ID of the project, so that a repeated call creates neither twice.',
  permission: 'projects.edit',
  effect: 'spend',
  cost: 'Each answer costs the credits of its engine: one answer per prompt, engine, country and sample.',
  input: z.object({
    project: createProjectSchema,
    prompts: addedPromptsSchema,
    schedule: scheduleSchema.describe('The settings of the first run; if enabled, also of later ones.'),
  }),
  output: z.object({ projectId: z.string(), runId: z.string() }),
  audit: ['project.created', 'prompts.added', 'schedule.changed', 'run.started'],
  async run(context, { project, prompts, schedule }) {
    const { id: projectId } = await prefixFields('project', createProject(context, project));
    await addPrompts(context, { projectId, prompts });
    await prefixFields('schedule', saveSchedule(context, { projectId, ...schedule }));
    const { engines, countries, samples, addOns } = schedule;
    const runId = projectId;
    await startRun(context, { projectId, id: runId, kind: 'manual', engines, countries, samples, addOns });
    return { projectId, runId };
  },
});

async function prefixFields<T>(prefix: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.fields) throw error;
    const fields = error.fields.map(({ field, message }) => ({ field: `${prefix}.${field}`, message }));
    throw new ServiceError(error.code, { message: error.message, fields, cause: error });
  }
}
