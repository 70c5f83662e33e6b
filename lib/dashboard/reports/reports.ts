import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '#lib/core/errors';
import { getCreatorId } from '#lib/core/permissions';
import { isStorableText, isUuid } from '#lib/core/text';
import {
  idSchema,
  lookupIdSchema,
  singleLineSchema,
  timeSchema,
  validationError,
} from '#lib/core/validation';
import { lockProject, projectIdSchema } from '#lib/dashboard/projects/project';
import {
  type ReportBlock,
  reportBlockSchema,
  reportBlocksSchema,
  storedBlockSchema,
} from '#lib/dashboard/reports/report-blocks';
import { compareValues } from '#lib/db/audit-log';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { projects } from '#lib/db/schema/projects';
import { reports } from '#lib/db/schema/reports';
import { createdSchema, defineOperation } from '#lib/operations/define-operation';

export const reportFiltersSchema = z
  .string('Expected filters as a query string.')
  .max(4_000, 'There are too many filters. Remove some and save again.')
  .refine(isStorableText, 'These filters contain invalid characters. Remove them, then save again.')
  .describe('The filters, as in the address of a page.');

/** The IDs of a report, in the input of operations. */
export const reportKey = { projectId: projectIdSchema, reportId: idSchema('report') };

const reportFields = {
  name: singleLineSchema({ required: 'Enter a name for the report.', maxLength: 100 }),
  filters: reportFiltersSchema.default(''),
  blocks: reportBlocksSchema,
};

export type ReportInput = z.input<z.ZodObject<typeof reportFields>>;

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
const reportSchema = createdSchema.extend({
  projectId: z.string(),
  name: z.string(),
  filters: z.string().describe('The filters, as in the address of a page.'),
  blocks: z.array(storedBlockSchema),
  revision: z.int().describe('The number of its changes.'),
  frozenAt: timeSchema.nullable().describe('Null for a live report, which shows current data.'),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  timeZone: z.string().describe('The IANA name of the time zone of the project’s days.'),
});
export type Report = z.output<typeof reportSchema>;

export const reportNotFound = () => notFound('Report not found. It may have been deleted.');

/** Selects reports with the time zones of their projects. */
function selectReports(db: Database) {
  const isProject = and(
    eq(projects.organizationId, reports.organizationId),
    eq(projects.id, reports.projectId),
  );
  return db
    .select({ ...reportColumns, timeZone: projects.timeZone })
    .from(reports)
    .innerJoin(projects, isProject);
}

/** Parses stored blocks. Leaves out invalid ones, such as blocks of a kind that this version does not know. */
function parseStoredBlocks(blocks: unknown): ReportBlock[] {
  return z
    .array(z.unknown())
    .catch([])
    .parse(blocks)
    .flatMap((block) => reportBlockSchema.safeParse(block).data ?? []);
}

export const listReports = defineOperation({
  name: 'reports.list',
  title: 'List the reports of a project',
  description: 'Lists the reports of a project, newest first.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: z.array(reportSchema),
  async run({ db, organizationId, actor }, { projectId }) {
    if (!isUuid(projectId) || actor.kind === 'share') return [];
    const rows = await selectReports(db)
      .where(hasValues(reports, { organizationId, projectId }))
      .orderBy(desc(reports.createdAt), reports.id);
    return rows.map((row) => ({ ...row, blocks: parseStoredBlocks(row.blocks) }));
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const getReport = defineOperation({
  name: 'reports.get',
  title: 'Get a report',
  description: 'Returns a report. A viewer of a share link can read only the report of the link.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema, reportId: lookupIdSchema }),
  output: reportSchema,
  async run({ db, organizationId, actor }, { projectId, reportId }) {
    if (!isUuid(projectId) || !isUuid(reportId)) throw reportNotFound();
    if (actor.kind === 'share' && actor.reportId !== reportId) throw reportNotFound();
    const [row] = await selectReports(db).where(
      hasValues(reports, { organizationId, projectId, id: reportId }),
    );
    if (!row) throw reportNotFound();
    return { ...row, blocks: parseStoredBlocks(row.blocks) };
  },
});

const maxReports = 200;

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const createReport = defineOperation({
  name: 'reports.create',
  title: 'Create a report',
  description:
    'Creates a report of a project. It is live: it shows current data until it is frozen. Nobody outside the organization sees it until it is shared.',
  permission: 'reports.edit',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema, ...reportFields }),
  output: createdSchema,
  audit: ['report.created'],
  async run(context, { projectId, ...report }) {
    const { db, organizationId, clock } = context;
    await lockProject(db, organizationId, projectId);
    if ((await db.$count(reports, hasValues(reports, { organizationId, projectId }))) >= maxReports) {
      throw validationError([
        { field: '', message: `A project can have at most ${maxReports} reports. Delete one first.` },
      ]);
    }
    const createdBy = getCreatorId(context);
    const now = clock.now();
    const [created] = await db
      .insert(reports)
      .values({ organizationId, projectId, ...report, createdBy, createdAt: now, updatedAt: now })
      .returning({ id: reports.id });
    if (!created) throw new Error('Creating a report returned no row.');
    await context.audit({ target: report.name, targetId: created.id });
    return created;
  },
});

/**
 * Returns the new revision.
 * @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR if it is frozen or has changed since
 */
export const saveReport = defineOperation({
  name: 'reports.save',
  title: 'Edit a report',
  description:
    'Replaces the name, the filters and the blocks of a live report. A frozen report cannot be changed.',
  permission: 'reports.edit',
  effect: 'write',
  input: z.object({
    ...reportKey,
    revision: z
      .int('Reload the page and try again.')
      .describe('The revision that is replaced. Fails if another one has been saved since.'),
    ...reportFields,
  }),
  output: z.object({ revision: z.number() }),
  audit: ['report.changed'],
  async run(context, { projectId, reportId, revision, name, filters, blocks }) {
    const { db, organizationId, clock } = context;
    const isStored = hasValues(reports, { organizationId, projectId, id: reportId });
    const [stored] = await db.select(reportColumns).from(reports).where(isStored).for('update');
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
    const change = compareValues(
      describeReport({ ...stored, blocks: parseStoredBlocks(stored.blocks) }),
      describeReport({ name, filters, blocks, revision: revision + 1 }),
    );
    await context.audit({ target: name, targetId: reportId, ...change });
    return { revision: revision + 1 };
  },
});

/** Returns the values of a report for the audit log. */
function describeReport({
  name,
  filters,
  blocks,
  revision,
}: Pick<Report, 'name' | 'filters' | 'blocks' | 'revision'>) {
  return { name, filters, blocks: blocks.map(({ kind }) => kind), revision };
}

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const deleteReport = defineOperation({
  name: 'reports.delete',
  title: 'Delete a report',
  description:
    'Deletes a report with its share links and email subscriptions. The answers and metrics of the project stay.',
  permission: 'reports.edit',
  effect: 'delete',
  input: z.object(reportKey),
  audit: ['report.deleted'],
  async run(context, { projectId, reportId }) {
    const { db, organizationId } = context;
    const [deleted] = await db
      .delete(reports)
      .where(hasValues(reports, { organizationId, projectId, id: reportId }))
      .returning({ name: reports.name });
    if (!deleted) throw reportNotFound();
    await context.audit({ target: deleted.name, targetId: reportId });
  },
});
