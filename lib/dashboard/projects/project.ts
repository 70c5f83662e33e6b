import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { parseInput } from '#lib/core/validation';
import { type Brand, insertBrand, readBrands } from '#lib/dashboard/projects/brand';
import { brandInputSchema, projectNameSchema } from '#lib/dashboard/projects/brand-input';
import { type Context, type Database, scoped } from '#lib/db/client';
import { projects } from '#lib/db/schema/projects';

/** A monitored brand with its competitors. */
export interface Project {
  id: string;
  name: string;
  createdAt: Date;
  own: Brand;
  competitors: Brand[];
}

export function projectNotFound(id: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such project. It may have been deleted.',
    details: { id },
  });
}

function assembleProject(
  row: Pick<Project, 'id' | 'name' | 'createdAt'>,
  brands: readonly Brand[] = [],
): Project {
  const own = brands.find((brand) => brand.role === 'own');
  if (!own) {
    throw new ServiceError('INTERNAL_SERVER_ERROR', { internal: `project ${row.id} has no own brand` });
  }
  return { ...row, own, competitors: brands.filter((brand) => brand.role === 'competitor') };
}

const projectColumns = { id: projects.id, name: projects.name, createdAt: projects.createdAt };

const isProject = (organizationId: string, projectId: string) =>
  and(eq(projects.organizationId, organizationId), eq(projects.id, projectId));

/** Returns a project with its brands. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getProject(context: Context, { projectId }: { projectId: string }): Promise<Project> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) throw projectNotFound(projectId);
  return scoped(context, async ({ db, organizationId }) => {
    const [row] = await db.select(projectColumns).from(projects).where(isProject(organizationId, projectId));
    if (!row) throw projectNotFound(projectId);
    const brands = await readBrands(db, organizationId, [projectId]);
    return assembleProject(row, brands.get(projectId));
  });
}

/** Lists the organization's projects, oldest first. */
export async function listProjects(context: Context): Promise<Project[]> {
  requirePermission(context.actor, 'projects.read');
  return scoped(context, async ({ db, organizationId }) => {
    const rows = await db
      .select(projectColumns)
      .from(projects)
      .where(eq(projects.organizationId, organizationId))
      .orderBy(projects.createdAt, projects.id);
    const projectIds = rows.map((row) => row.id);
    const brands = await readBrands(db, organizationId, projectIds);
    return rows.map((row) => assembleProject(row, brands.get(row.id)));
  });
}

/**
 * Locks a project until the transaction ends. Ingestion shares this lock, so no answers are scored while brands change.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
export async function lockProject(db: Database, organizationId: string, projectId: string): Promise<void> {
  if (!isUuid(projectId)) throw projectNotFound(projectId);
  const locked = await db
    .select({ id: projects.id })
    .from(projects)
    .where(isProject(organizationId, projectId))
    .for('no key update');
  if (locked.length === 0) throw projectNotFound(projectId);
}

/** Chart colors of competitors; further competitors reuse them. */
export const competitorColors = 8;

const inputSchema = z
  .object({
    /** The ID of the new project, so that retries do not create a second one; random by default. */
    id: z.guid().default(() => randomUUID()),
    name: projectNameSchema,
    own: brandInputSchema,
    competitors: z.array(brandInputSchema).max(50, 'A project may have at most 50 competitors.').default([]),
  })
  .superRefine(({ own, competitors }, ctx) => {
    const taken = new Set([own.name.toLowerCase()]);
    for (const [index, { name }] of competitors.entries()) {
      const key = name.toLowerCase();
      if (taken.has(key)) {
        const message = `"${name}" is listed twice. Remove one of the two.`;
        ctx.addIssue({ code: 'custom', path: ['competitors', index, 'name'], message });
      }
      taken.add(key);
    }
  });
export type CreateProjectInput = z.input<typeof inputSchema>;

/** Creates a project with its own brand and competitors, in one transaction. */
export async function createProject(context: Context, input: CreateProjectInput): Promise<Project> {
  requirePermission(context.actor, 'projects.edit');
  const { id: projectId, name, own, competitors } = parseInput(inputSchema, input);
  return scoped(context, async (inside) => {
    const { db, organizationId, clock } = inside;
    const created = await db
      .insert(projects)
      .values({ organizationId, id: projectId, name, createdAt: clock.now() })
      .onConflictDoNothing()
      .returning({ id: projects.id });
    if (created.length > 0) {
      const key = { organizationId, projectId };
      await insertBrand(db, key, { ...own, role: 'own', colorIndex: 0 });
      for (const [index, competitor] of competitors.entries()) {
        const colorIndex = (index % competitorColors) + 1;
        await insertBrand(db, key, { ...competitor, role: 'competitor', colorIndex });
      }
    }
    return getProject({ ...inside, actor: { kind: 'operator' } }, { projectId });
  });
}

// Tables without a foreign key to the project (partitions and rollups), children first.
const deletions = [
  `DELETE FROM mentions WHERE (organization_id, requested_at, answer_id) IN
     (SELECT organization_id, requested_at, id FROM answers WHERE organization_id = $1 AND project_id = $2)`,
  `DELETE FROM answer_sources WHERE (organization_id, requested_at, answer_id) IN
     (SELECT organization_id, requested_at, id FROM answers WHERE organization_id = $1 AND project_id = $2)`,
  'DELETE FROM answers WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM daily_answers WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM daily_brands WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM daily_domains WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM daily_queries WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM projects WHERE organization_id = $1 AND id = $2',
];

/** Deletes a project with its answers and metrics. */
export async function deleteProject(context: Context, { projectId }: { projectId: string }): Promise<void> {
  requirePermission(context.actor, 'projects.delete');
  await scoped(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    for (const statement of deletions) await db.$client.query(statement, [organizationId, projectId]);
  });
}
