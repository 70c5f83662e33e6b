import { z } from 'zod';
import { isUuid } from '#lib/core/text';
import { lookupIdSchema, timeSchema } from '#lib/core/validation';
import { rowOf, statement } from '#lib/db/statement';
import { defineOperation } from '#lib/operations/define-operation';

/** The progress of a rescoring, in answers. */
const progressSchema = z.object({
  done: z.int(),
  total: z.int(),
  startedAt: timeSchema,
  isUpdate: z.boolean().describe('Whether it follows an update that changed how answers are scored.'),
});
export type RescoringProgress = z.output<typeof progressSchema>;

const readProgress = statement({
  name: 'rescoring-progress',
  parameters: { organizationId: 'uuid', projectId: 'uuid' },
  row: rowOf<RescoringProgress>({ done: 'int4', total: 'int4', startedAt: 'timestamptz', isUpdate: 'bool' }),
  text: `
    SELECT least(scored_count, answer_count) AS done, answer_count AS total, started_at AS "startedAt",
      rescore_jobs.scoring_algorithm > projects.scoring_algorithm AS "isUpdate"
    FROM rescore_jobs
    JOIN projects ON projects.organization_id = :organizationId AND projects.id = :projectId
    WHERE rescore_jobs.organization_id = :organizationId AND project_id = :projectId
      AND rescore_jobs.scoring_version > projects.scoring_version`,
});

export const getRescoringProgress = defineOperation({
  name: 'rescoring.get-progress',
  title: 'Get the progress of a rescoring',
  description: 'Returns how many answers of a project are scored again; null if no rescoring runs.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: progressSchema.nullable(),
  async run({ db, organizationId }, { projectId }) {
    if (!isUuid(projectId)) return null;
    const [progress] = await readProgress(db, { organizationId, projectId });
    return progress ?? null;
  },
});
