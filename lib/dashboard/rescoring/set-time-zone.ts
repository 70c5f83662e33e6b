import { z } from 'zod';
import { isUuid } from '#lib/core/text';
import { lookupIdSchema } from '#lib/core/validation';
import { readBrands } from '#lib/dashboard/projects/brand';
import { lockProject, projectIdSchema, projectNotFound } from '#lib/dashboard/projects/project';
import { timeZoneSchema } from '#lib/dashboard/projects/project-days';
import { startRescoring } from '#lib/dashboard/rescoring/start-rescoring';
import { rowOf, statement } from '#lib/db/statement';
import { defineOperation } from '#lib/operations/define-operation';

interface TimeZoneState {
  name: string;
  /** The time zone of the days that pages show. */
  published: string;
  /** The time zone of the days that are being computed; null if they stay the same. */
  pending: string | null;
}

const readTimeZone = statement({
  name: 'read-time-zone',
  parameters: { organizationId: 'uuid', projectId: 'uuid' },
  row: rowOf<TimeZoneState>({ name: 'text', published: 'text', pending: 'text?' }),
  text: `
    SELECT projects.name, projects.time_zone AS published,
      nullif(rescore_jobs.time_zone, projects.time_zone) AS pending
    FROM projects LEFT JOIN rescore_jobs ON rescore_jobs.organization_id = :organizationId
      AND rescore_jobs.project_id = projects.id AND rescore_jobs.scoring_version > projects.scoring_version
    WHERE projects.organization_id = :organizationId AND projects.id = :projectId`,
});

export const getPendingTimeZone = defineOperation({
  name: 'projects.get-pending-time-zone',
  title: 'Get the pending time zone of a project',
  description:
    'Returns the time zone whose days a project is about to get, while they are computed; null otherwise.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: z.string().nullable(),
  async run({ db, organizationId }, { projectId }) {
    if (!isUuid(projectId)) return null;
    const [state] = await readTimeZone(db, { organizationId, projectId });
    return state?.pending ?? null;
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND, VALIDATION_ERROR */
export const setTimeZone = defineOperation({
  name: 'projects.set-time-zone',
  title: 'Set the time zone of a project',
  description:
    'Changes the time zone of a project’s days: those of periods, charts, alerts, reports and exports. All days are computed again in the background; until then, the previous days are shown. Schedules and email subscriptions have time zones of their own and do not change.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema, timeZone: timeZoneSchema }),
  audit: ['project.time-zone-changed'],
  async run(context, { projectId, timeZone }) {
    const { db, organizationId } = context;
    await lockProject(db, organizationId, projectId);
    const [state] = await readTimeZone(db, { organizationId, projectId });
    if (!state) throw projectNotFound(projectId);
    const before = state.pending ?? state.published;
    if (timeZone === before) return;
    const brands = await readBrands(db, organizationId, [projectId]);
    await startRescoring(context, projectId, brands.get(projectId) ?? [], timeZone);
    await context.audit({
      target: state.name,
      targetId: projectId,
      before: { timeZone: before },
      after: { timeZone },
    });
  },
});
