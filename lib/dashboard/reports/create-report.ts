import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { requirePermission } from '#lib/core/permissions';
import { parseInput } from '#lib/core/validation';
import { getProject } from '#lib/dashboard/projects/project';
import { createReport, getReport, reportFiltersSchema } from '#lib/dashboard/reports/reports';
import { overviewBlocks, reportTemplates, templateKeys } from '#lib/dashboard/reports/templates';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { reports } from '#lib/db/schema/reports';

const templateSchema = z.enum(templateKeys, 'Choose a template.');

/** Creates a report from a template. @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export async function createReportFromTemplate(
  context: Context,
  { projectId, template, filters }: { projectId: string; template: string; filters?: string },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'reports.edit');
  const { name, blocks } = reportTemplates[parseInput(templateSchema, template)];
  return createReport(context, { projectId, report: { name, filters: filters ?? '', blocks: [...blocks] } });
}

/**
 * Returns the live report that shows the overview with these filters. Creates it only if there is none, so that a view
 * that is shared again keeps its links.
 * @param filters as a query string
 * @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND
 */
export async function getOrCreateOverviewReport(
  context: Context,
  { projectId, ...input }: { projectId: string; filters: string },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'reports.edit');
  const filters = parseInput(reportFiltersSchema, input.filters);
  return withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    const project = await getProject(tx, { projectId });
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
    return createReport(tx, { projectId, report: { name, filters, blocks: [...overviewBlocks] } });
  });
}

/** Creates a live copy of a report. @throws ServiceError RESOURCE_NOT_FOUND */
export async function duplicateReport(
  context: Context,
  { projectId, reportId }: { projectId: string; reportId: string },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'reports.edit');
  const { name, filters, blocks } = await getReport(context, { projectId, reportId });
  const copyName = `${name.slice(0, 90)} (copy)`;
  return createReport(context, { projectId, report: { name: copyName, filters, blocks } });
}
