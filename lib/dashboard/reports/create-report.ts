import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { getProject, projectIdSchema } from '#lib/dashboard/projects/project';
import { createReport, getReport, reportFiltersSchema, reportKey } from '#lib/dashboard/reports/reports';
import { overviewBlocks, reportTemplates, templateKeys } from '#lib/dashboard/reports/templates';
import { hasValues } from '#lib/db/has-values';
import { reports } from '#lib/db/schema/reports';
import { createdSchema, defineOperation } from '#lib/operations/define-operation';

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const createReportFromTemplate = defineOperation({
  name: 'reports.create-from-template',
  title: 'Create a report from a template',
  description: 'Creates a live report with the name and the blocks of a template.',
  permission: 'reports.edit',
  effect: 'write',
  input: z.object({
    projectId: projectIdSchema,
    template: z.enum(templateKeys, 'Choose a template.'),
    filters: reportFiltersSchema.default(''),
  }),
  output: createdSchema,
  audit: ['report.created'],
  run(context, { projectId, template, filters }) {
    const { name, blocks } = reportTemplates[template];
    return createReport(context, { projectId, name, filters, blocks: [...blocks] });
  },
});

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const getOrCreateOverviewReport = defineOperation({
  name: 'reports.get-overview',
  title: 'Get a report of the overview',
  description:
    'Returns the live report that shows the overview with these filters. Creates it only if there is none, so that a view that is shared again keeps its links.',
  permission: 'reports.edit',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema, filters: reportFiltersSchema }),
  output: createdSchema,
  audit: ['report.created'],
  async run(context, { projectId, filters }) {
    const { db, organizationId } = context;
    const project = await getProject(context, { projectId });
    const blocks = JSON.stringify(overviewBlocks.map(({ kind }) => kind));
    const [existing] = await db
      .select({ id: reports.id })
      .from(reports)
      .where(
        sql`${hasValues(reports, { organizationId, projectId, filters, frozenAt: null })}
          AND jsonb_path_query_array(${reports.blocks}, '$[*].kind') = ${blocks}::jsonb`,
      )
      .orderBy(reports.createdAt)
      .limit(1);
    if (existing) return existing;
    const name = `${project.own.name} overview`.slice(0, 100);
    return createReport(context, { projectId, name, filters, blocks: [...overviewBlocks] });
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const duplicateReport = defineOperation({
  name: 'reports.duplicate',
  title: 'Duplicate a report',
  description: 'Creates a live copy of a report, also of a frozen one. Its share links are not copied.',
  permission: 'reports.edit',
  effect: 'write',
  input: z.object(reportKey),
  output: createdSchema,
  audit: ['report.created'],
  async run(context, { projectId, reportId }) {
    const { name, filters, blocks } = await getReport(context, { projectId, reportId });
    return createReport(context, { projectId, name: `${name.slice(0, 90)} (copy)`, filters, blocks });
  },
});
