import { desc, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { getCreatorId, requirePermission } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import { parseInput, singleLineSchema, validationError } from '#lib/core/validation';
import { lockProject } from '#lib/dashboard/projects/project';
import {
  type ReportBlock,
  reportBlockSchema,
  reportBlocksSchema,
} from '#lib/dashboard/reports/report-blocks';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { reports } from '#lib/db/schema/reports';

/** The filters of a report as a query string (see `formatFilters`). */
export const reportFiltersSchema = z
  .string('Expected filters as a query string.')
  .max(4_000, 'There are too many filters. Remove some and save again.')
  .refine(isStorableText, 'These filters contain invalid characters. Remove them, then save again.');

const reportInputSchema = z.object({
  name: singleLineSchema({ required: 'Enter a name for the report.', maxLength: 100 }),
  filters: reportFiltersSchema.default(''),
  blocks: reportBlocksSchema,
});

export type ReportInput = z.input<typeof reportInputSchema>;

const reportColumns = {
  id: reports.id,
  projectId: reports.projectId,
  name: reports.name,
  filters: reports.filters,
  blocks: reports.blocks,
  revision: reports.revision,
  frozenAt: reports.frozenAt,
  createdAt: reports.createdAt,
  updatedAt: reports.updatedAt,
};

/** A report without its frozen data. */
export interface Report
  extends Omit<Pick<typeof reports.$inferSelect, keyof typeof reportColumns>, 'blocks'> {
  blocks: ReportBlock[];
}

export const reportNotFound = () => notFound('Report not found. It may have been deleted.');

/** Parses stored blocks. Leaves out invalid ones, such as blocks of a kind that this version does not know. */
function parseStoredBlocks(blocks: unknown): ReportBlock[] {
  return z
    .array(z.unknown())
    .catch([])
    .parse(blocks)
    .flatMap((block) => reportBlockSchema.safeParse(block).data ?? []);
}

/** Lists the reports of a project, newest first. */
export async function listReports(context: Context, { projectId }: { projectId: string }): Promise<Report[]> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId) || context.actor.kind === 'share') return [];
  return withOrganization(context, async ({ db, organizationId }) => {
    const rows = await db
      .select(reportColumns)
      .from(reports)
      .where(hasValues(reports, { organizationId, projectId }))
      .orderBy(desc(reports.createdAt), reports.id);
    return rows.map((row) => ({ ...row, blocks: parseStoredBlocks(row.blocks) }));
  });
}

/**
 * Returns a report. A viewer of a share link can read only the report of the link.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function getReport(
  context: Context,
  { projectId, reportId }: { projectId: string; reportId: string },
): Promise<Report> {
  const { actor } = context;
  requirePermission(actor, 'projects.read');
  if (!isUuid(projectId) || !isUuid(reportId)) throw reportNotFound();
  if (actor.kind === 'share' && actor.reportId !== reportId) throw reportNotFound();
  return withOrganization(context, async ({ db, organizationId }) => {
    const [row] = await db
      .select(reportColumns)
      .from(reports)
      .where(hasValues(reports, { organizationId, projectId, id: reportId }));
    if (!row) throw reportNotFound();
    return { ...row, blocks: parseStoredBlocks(row.blocks) };
  });
}

const maxReports = 200;

/** Creates a live report. @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export async function createReport(
  context: Context,
  { projectId, report }: { projectId: string; report: ReportInput },
): Promise<{ id: string }> {
  requirePermission(context.actor, 'reports.edit');
  const { name, filters, blocks } = parseInput(reportInputSchema, report);
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    await lockProject(db, organizationId, projectId);
    if ((await db.$count(reports, hasValues(reports, { organizationId, projectId }))) >= maxReports) {
      throw validationError([
        { field: '', message: `A project can have at most ${maxReports} reports. Delete one first.` },
      ]);
    }
    const createdBy = getCreatorId(tx);
    const now = clock.now();
    const [created] = await db
      .insert(reports)
      .values({ organizationId, projectId, name, filters, blocks, createdBy, createdAt: now, updatedAt: now })
      .returning({ id: reports.id });
    if (!created) throw new Error('Creating a report returned no row.');
    await recordAudit(tx, { action: 'report.created', target: name, targetId: created.id });
    return created;
  });
}

/**
 * Saves a live report and returns its new revision.
 * @param revision the revision that the editor showed
 * @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR if it is frozen or has changed since
 */
export async function saveReport(
  context: Context,
  {
    projectId,
    reportId,
    revision,
    report,
  }: { projectId: string; reportId: string; revision: number; report: ReportInput },
): Promise<{ revision: number }> {
  requirePermission(context.actor, 'reports.edit');
  const { name, filters, blocks } = parseInput(reportInputSchema, report);
  if (!isUuid(projectId) || !isUuid(reportId)) throw reportNotFound();
  return withOrganization(context, async ({ db, organizationId, clock }) => {
    const isStored = hasValues(reports, { organizationId, projectId, id: reportId });
    const [stored] = await db
      .select({ revision: reports.revision, frozenAt: reports.frozenAt })
      .from(reports)
      .where(isStored)
      .for('update');
    if (!stored) throw reportNotFound();
    if (stored.frozenAt) {
      throw validationError([
        { field: '', message: 'This report is frozen. Unfreeze it, or duplicate it and edit the copy.' },
      ]);
    }
    if (stored.revision !== revision) {
      throw validationError([
        {
          field: '',
          message:
            'This report was changed by someone else or in another tab. Reload the page and try again.',
        },
      ]);
    }
    await db
      .update(reports)
      .set({ name, filters, blocks, revision: sql`${reports.revision} + 1`, updatedAt: clock.now() })
      .where(isStored);
    return { revision: revision + 1 };
  });
}

/** Deletes a report with its share links. @throws ServiceError RESOURCE_NOT_FOUND */
export async function deleteReport(
  context: Context,
  { projectId, reportId }: { projectId: string; reportId: string },
): Promise<void> {
  requirePermission(context.actor, 'reports.edit');
  if (!isUuid(projectId) || !isUuid(reportId)) throw reportNotFound();
  await withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    const [deleted] = await db
      .delete(reports)
      .where(hasValues(reports, { organizationId, projectId, id: reportId }))
      .returning({ name: reports.name });
    if (!deleted) throw reportNotFound();
    await recordAudit(tx, { action: 'report.deleted', target: deleted.name, targetId: reportId });
  });
}
