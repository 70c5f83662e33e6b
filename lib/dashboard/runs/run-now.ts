import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { idSchema } from '#lib/core/validation';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { runOptionsSchema } from '#lib/dashboard/runs/run-options';
import { startRun } from '#lib/dashboard/runs/run-store';
import { defineOperation } from '#lib/operations/define-operation';

/** See `startRun`. @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND, QUEUE_LIMIT_EXCEEDED */
export const runNow = defineOperation({
  name: 'runs.start',
  title: 'Start a run',
  description:
    'Sends all active prompts of a project to engines now, outside its schedule, and returns the ID of the run. It spends credits. A run whose ID exists already is not started again.',
  permission: 'runs.start',
  effect: 'spend',
  cost: 'Each answer costs the credits of its engine: one answer per prompt, engine, country and sample.',
  input: z.object({
    projectId: projectIdSchema,
    runId: idSchema('run')
      .default(() => randomUUID())
      .describe('The ID of the new run, so that a repeated call creates one run; random by default.'),
    ...runOptionsSchema.shape,
  }),
  output: z.object({ runId: z.string() }),
  audit: ['run.started'],
  async run(context, { projectId, runId, ...options }) {
    await startRun(context, { projectId, id: runId, kind: 'manual', ...options });
    return { runId };
  },
});
