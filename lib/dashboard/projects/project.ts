import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField, notFound, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { parseInput } from '#lib/core/validation';
import {
  type Brand,
  brandInputSchema,
  insertBrand,
  projectNameSchema,
  readBrands,
} from '#lib/dashboard/projects/brand';
import { assignableTypes, getRegistrableDomain } from '#lib/dashboard/projects/domains';
import { recordAudit } from '#lib/db/audit-log';
import { type Context, type Database, hasValues, withOrganization } from '#lib/db/client';
import {
  answerSources,
  answers,
  dailyAnswers,
  dailyAspects,
  dailyBrands,
  dailyDomains,
  dailyQueries,
  mentions,
} from '#lib/db/schema/answers';
import { domainTypes, projects } from '#lib/db/schema/projects';

/** A monitored brand with its competitors. */
export interface Project {
  id: string;
  name: string;
  createdAt: Date;
  own: Brand;
  competitors: Brand[];
}

export function projectNotFound(id: string): ServiceError {
  return notFound('Project not found. It may have been deleted.', id);
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

/** Returns a project with its brands. @throws ServiceError RESOURCE_NOT_FOUND */
export async function getProject(context: Context, { projectId }: { projectId: string }): Promise<Project> {
  requirePermission(context.actor, 'projects.read');
  if (!isUuid(projectId)) throw projectNotFound(projectId);
  return withOrganization(context, async ({ db, organizationId }) => {
    const [row] = await db
      .select(projectColumns)
      .from(projects)
      .where(hasValues(projects, { organizationId, id: projectId }));
    if (!row) throw projectNotFound(projectId);
    const brands = await readBrands(db, organizationId, [projectId]);
    return assembleProject(row, brands.get(projectId));
  });
}

/** Lists the organization's projects, oldest first. */
export async function listProjects(context: Context): Promise<Project[]> {
  requirePermission(context.actor, 'projects.read');
  return withOrganization(context, async ({ db, organizationId }) => {
    const rows = await db
      .select(projectColumns)
      .from(projects)
      .where(hasValues(projects, { organizationId }))
      .orderBy(projects.createdAt, projects.id);
    const projectIds = rows.map((row) => row.id);
    const brands = await readBrands(db, organizationId, projectIds);
    return rows.map((row) => assembleProject(row, brands.get(row.id)));
  });
}

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
        const message = `"${name}" is listed twice. Remove one of them.`;
        ctx.addIssue({ code: 'custom', path: ['competitors', index, 'name'], message });
      }
      taken.add(key);
    }
  });
export type CreateProjectInput = z.input<typeof inputSchema>;

/**
 * Creates a project with its own brand and competitors, in one transaction. Returns the existing one if the ID is taken.
 */
export async function createProject(context: Context, input: CreateProjectInput): Promise<Project> {
  requirePermission(context.actor, 'projects.edit');
  const { id: projectId, name, own, competitors } = parseInput(inputSchema, input);
  return withOrganization(context, async (tx) => {
    const { db, organizationId, clock } = tx;
    const { rows: classifiers } = await db.$client.query<{ name: string }>(
      'SELECT name FROM sentiment_classifiers WHERE organization_id = $1',
      [organizationId],
    );
    const created = await db
      .insert(projects)
      .values({
        organizationId,
        id: projectId,
        name,
        createdAt: clock.now(),
        sentimentClassifier: classifiers[0]?.name ?? null,
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
      await recordAudit(tx, { action: 'project.created', target: name, targetId: projectId });
    }
    return getProject({ ...tx, actor: { kind: 'operator' } }, { projectId });
  });
}

/** Deletes a project with its answers and metrics. */
export async function deleteProject(context: Context, { projectId }: { projectId: string }): Promise<void> {
  requirePermission(context.actor, 'projects.delete');
  await withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    await lockProject(db, organizationId, projectId);
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
    for (const table of [answers, dailyAnswers, dailyBrands, dailyAspects, dailyDomains, dailyQueries]) {
      await db.delete(table).where(hasValues(table, key));
    }
    for (const table of [
      'monthly_answers',
      'monthly_brands',
      'monthly_domains',
      'rollup_months',
      'reports',
    ]) {
      await db.execute(sql`DELETE FROM ${sql.identifier(table)}
        WHERE organization_id = ${organizationId} AND project_id = ${projectId}`);
    }
    const [deleted] = await db
      .delete(projects)
      .where(hasValues(projects, { organizationId, id: projectId }))
      .returning({ name: projects.name });
    await recordAudit(tx, {
      action: 'project.deleted',
      target: deleted?.name ?? '',
      targetId: projectId,
    });
  });
}

/**
 * Sets the type of a domain in a project; null resets it. The types `own` and `competitor` cannot be set, because they
 * follow from the domains of tracked brands.
 */
export async function setDomainType(
  context: Context,
  { projectId, domain, type }: { projectId: string; domain: string; type: string | null },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (type !== null && !assignableTypes.some((allowed) => allowed === type)) {
    throw invalidField('type', `Choose one of the domain types ${assignableTypes.join(', ')}.`);
  }
  if (domain === '' || getRegistrableDomain(domain) !== domain) {
    throw invalidField('domain', 'Enter a domain without a subdomain, such as example.com.');
  }
  await withOrganization(context, async ({ db, organizationId }) => {
    await lockProject(db, organizationId, projectId);
    if (type !== null) {
      await db
        .insert(domainTypes)
        .values({ organizationId, projectId, domain, type })
        .onConflictDoUpdate({
          target: [domainTypes.organizationId, domainTypes.projectId, domainTypes.domain],
          set: { type },
        });
      return;
    }
    await db.delete(domainTypes).where(hasValues(domainTypes, { organizationId, projectId, domain }));
  });
}

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
