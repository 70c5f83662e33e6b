import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { isNamedTimeZone } from '#lib/core/days';
import { invalidField, notFound, ServiceError } from '#lib/core/errors';
import { isUuid } from '#lib/core/text';
import { idSchema, lookupIdSchema, parseInput, timeSchema } from '#lib/core/validation';
import {
  type Brand,
  brandInputSchema,
  brandSchema,
  insertBrand,
  projectNameSchema,
  readBrands,
} from '#lib/dashboard/projects/brand';
import { scoringAlgorithm } from '#lib/dashboard/projects/scoring-algorithm';
import type { Database } from '#lib/db/database';
import { hasValues } from '#lib/db/has-values';
import { answerSources, answers, mentions } from '#lib/db/schema/answers';
import { rollupTables } from '#lib/db/schema/monthly-rollups';
import { noiseFits } from '#lib/db/schema/noise-fits';
import { projects } from '#lib/db/schema/projects';
import { reports } from '#lib/db/schema/reports';
import { sentimentClassifiers } from '#lib/db/schema/sentiment';
import { createdSchema, defineOperation, noInput } from '#lib/operations/define-operation';

/** A monitored brand with its competitors. */
const projectSchema = createdSchema.extend({
  name: z.string(),
  createdAt: timeSchema,
  timeZone: z.string().describe('The IANA name of the time zone of its days.'),
  own: brandSchema,
  competitors: z.array(brandSchema),
});
export type Project = z.output<typeof projectSchema>;

export function projectNotFound(id: string): ServiceError {
  return notFound('Project not found. It may have been deleted.', id);
}

function assembleProject(
  row: Pick<Project, 'id' | 'name' | 'createdAt' | 'timeZone'>,
  brands: readonly Brand[] = [],
): Project {
  const own = brands.find((brand) => brand.role === 'own');
  if (!own) {
    throw new ServiceError('INTERNAL_SERVER_ERROR', { internal: `project ${row.id} has no own brand` });
  }
  return { ...row, own, competitors: brands.filter((brand) => brand.role === 'competitor') };
}

const projectColumns = {
  id: projects.id,
  name: projects.name,
  createdAt: projects.createdAt,
  timeZone: projects.timeZone,
};

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const getProject = defineOperation({
  name: 'projects.get',
  title: 'Get a project',
  description: 'Returns a project with its brands.',
  permission: 'projects.read',
  effect: 'read',
  input: z.object({ projectId: lookupIdSchema }),
  output: projectSchema,
  async run({ db, organizationId }, { projectId }) {
    if (!isUuid(projectId)) throw projectNotFound(projectId);
    const [row] = await db
      .select(projectColumns)
      .from(projects)
      .where(hasValues(projects, { organizationId, id: projectId }));
    if (!row) throw projectNotFound(projectId);
    const brands = await readBrands(db, organizationId, [projectId]);
    return assembleProject(row, brands.get(projectId));
  },
});

export const listProjects = defineOperation({
  name: 'projects.list',
  title: 'List the projects',
  description: 'Lists the projects of the organization with their brands, oldest first.',
  permission: 'projects.read',
  effect: 'read',
  input: noInput,
  output: z.array(projectSchema),
  async run({ db, organizationId }) {
    const rows = await db
      .select(projectColumns)
      .from(projects)
      .where(hasValues(projects, { organizationId }))
      .orderBy(projects.createdAt, projects.id);
    const projectIds = rows.map((row) => row.id);
    const brands = await readBrands(db, organizationId, projectIds);
    return rows.map((row) => assembleProject(row, brands.get(row.id)));
  },
});

/** The ID of a project, in the input of operations. */
export const projectIdSchema = idSchema('project');

/**
 * Locks a project until the transaction ends. Ingestion locks the same row with FOR SHARE, so no answers are scored while brands change.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function lockProject(db: Database, organizationId: string, projectId: string): Promise<void> {
  if (!isUuid(projectId)) throw projectNotFound(projectId);
  const locked = await db
    .select({ id: projects.id })
    .from(projects)
    .where(hasValues(projects, { organizationId, id: projectId }))
    .for('no key update');
  if (locked.length === 0) throw projectNotFound(projectId);
}

/** Number of chart colors for competitors; further competitors reuse them. */
export const competitorColorCount = 8;

/** The input of `createProject`. */
export const createProjectSchema = z
  .object({
    id: z
      .guid()
      .default(() => randomUUID())
      .describe(
        'The ID of the new project, so that a repeated call does not create a second one; random by default.',
      ),
    name: projectNameSchema,
    timeZone: z
      .string()
      .max(64)
      .default('UTC')
      .describe(
        'The time zone of its days, such as Europe/Berlin. One that this server does not know becomes UTC.',
      ),
    own: brandInputSchema.describe('The own brand, which is monitored.'),
    competitors: z.array(brandInputSchema).max(50, 'A project may have at most 50 competitors.').default([]),
  })
  .superRefine(({ own, competitors }, ctx) => {
    const taken = new Set([own.name.toLowerCase()]);
    for (const [index, { name }] of competitors.entries()) {
      const key = name.toLowerCase();
      if (taken.has(key)) {
        const message = `"${name}" is listed twice. Remove one of them.`;
        ctx.addIssue({ code: 'custom', path: ['competitors', index, 'name'], message });
      }
      taken.add(key);
    }
  });

/** @throws ServiceError VALIDATION_ERROR */
export const createProject = defineOperation({
  name: 'projects.create',
  title: 'Create a project',
  description:
    'Creates a project with its own brand and competitors, without prompts. Returns the existing project if the ID is taken.',
  permission: 'projects.edit',
  effect: 'write',
  input: createProjectSchema,
  output: projectSchema,
  audit: ['project.created'],
  async run(context, { id: projectId, name, timeZone, own, competitors }): Promise<Project> {
    const { db, organizationId, clock } = context;
    const [classifier] = await db
      .select({ name: sentimentClassifiers.name })
      .from(sentimentClassifiers)
      .where(hasValues(sentimentClassifiers, { organizationId }));
    const created = await db
      .insert(projects)
      .values({
        organizationId,
        id: projectId,
        name,
        // A browser can know other time zones than this server, which must not prevent a new project.
        timeZone: isNamedTimeZone(timeZone) ? timeZone : 'UTC',
        createdAt: clock.now(),
        sentimentClassifier: classifier?.name ?? null,
        scoringAlgorithm,
      })
      .onConflictDoNothing()
      .returning({ id: projects.id });
    if (created.length > 0) {
      const key = { organizationId, projectId };
      await insertBrand(db, key, { ...own, role: 'own', colorIndex: 0 });
      for (const [index, competitor] of competitors.entries()) {
        const colorIndex = (index % competitorColorCount) + 1;
        await insertBrand(db, key, { ...competitor, role: 'competitor', colorIndex });
      }
      await context.audit({ target: name, targetId: projectId });
    }
    return getProject({ ...context, actor: { kind: 'operator' } }, { projectId });
  },
});

/** @throws ServiceError RESOURCE_NOT_FOUND */
export const deleteProject = defineOperation({
  name: 'projects.delete',
  title: 'Delete a project',
  description:
    'Deletes a project with its prompts, schedule, answers, metrics, reports and alerts. This cannot be undone.',
  permission: 'projects.delete',
  effect: 'delete',
  input: z.object({ projectId: projectIdSchema }),
  audit: ['project.deleted'],
  async run(context, { projectId }) {
    const { db, organizationId } = context;
    await lockProject(db, organizationId, projectId);
    // The entry names the project, so it is added while the project exists.
    await context.audit({});
    const key = { organizationId, projectId };
    const answerKeys = db
      .select({ organizationId: answers.organizationId, requestedAt: answers.requestedAt, id: answers.id })
      .from(answers)
      .where(hasValues(answers, key));
    // Partitioned tables and rollups have no foreign key to the project; in a distributed database, reports have none either.
    for (const table of [mentions, answerSources]) {
      const { requestedAt, answerId } = table;
      await db
        .delete(table)
        .where(sql`(${table.organizationId}, ${requestedAt}, ${answerId}) IN ${answerKeys}`);
    }
    for (const table of [answers, ...rollupTables, noiseFits, reports]) {
      await db.delete(table).where(hasValues(table, key));
    }
    await db.delete(projects).where(hasValues(projects, { organizationId, id: projectId }));
  },
});

interface EditedObject {
  /** Its name in the error message. */
  name: string;
  original: unknown;
  stored: unknown;
}

/**
 * Rejects an edit of an object that changed since the form showed it.
 * @param schema the fields that the form edits; other fields are not compared
 * @throws ServiceError VALIDATION_ERROR with the field `original`
 */
export function requireUnchanged(schema: z.ZodType, { name, original, stored }: EditedObject): void {
  if (isDeepStrictEqual(parseInput(schema, original), parseInput(schema, stored))) return;
  throw invalidField(
    'original',
    `${name} was changed by someone else or in another tab. Reload the page to see the current version, or save again to overwrite it.`,
  );
}
