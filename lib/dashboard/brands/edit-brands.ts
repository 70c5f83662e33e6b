import { and, eq, ne, sql } from 'drizzle-orm';
import { invalidField, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { parseInput } from '#lib/core/validation';
import { type Brand, brandColumns, insertBrand, readBrands } from '#lib/dashboard/projects/brand';
import { type BrandInput, brandInputSchema, brandNameTaken } from '#lib/dashboard/projects/brand-input';
import { competitorColors, lockProject } from '#lib/dashboard/projects/project';
import { startRescoring } from '#lib/dashboard/rescoring/start-rescoring';
import { requireUnchanged } from '#lib/dashboard/session/optimistic-lock';
import { type Context, scoped } from '#lib/db/client';
import { brands } from '#lib/db/schema/projects';

/** Adds a competitor with the least used color and starts a rescoring. */
export async function addCompetitor(
  context: Context,
  { projectId, brand }: { projectId: string; brand: BrandInput },
): Promise<Brand> {
  requirePermission(context.actor, 'projects.edit');
  const valid = parseInput(brandInputSchema, brand);
  return changeBrands(context, projectId, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ colorIndex: number }>(
      `SELECT color AS "colorIndex" FROM generate_series(1, $3::int) color
       ORDER BY (SELECT count(*) FROM brands b
                 WHERE b.organization_id = $1 AND b.project_id = $2 AND b.color_index = color), color LIMIT 1`,
      [organizationId, projectId, competitorColors],
    );
    const added = { ...valid, role: 'competitor' as const, colorIndex: rows[0]?.colorIndex ?? 1 };
    const id = await insertBrand(db, { organizationId, projectId }, added);
    return { id, ...added };
  });
}

/**
 * Replaces a brand's name, aliases, domains and context, and starts a rescoring.
 * @param seen the brand that the form showed; undefined overwrites any
 * @throws ServiceError VALIDATION_ERROR with the field `seen` if the brand is not as seen
 */
export async function updateBrand(
  context: Context,
  {
    projectId,
    brandId,
    brand,
    seen,
  }: { projectId: string; brandId: string; brand: BrandInput; seen?: BrandInput },
): Promise<Brand> {
  requirePermission(context.actor, 'projects.edit');
  const valid = parseInput(brandInputSchema, brand);
  if (!isUuid(brandId)) throw brandNotFound(brandId);
  return changeBrands(context, projectId, async ({ db, organizationId }) => {
    const isBrand = and(
      eq(brands.organizationId, organizationId),
      eq(brands.projectId, projectId),
      eq(brands.id, brandId),
    );
    if (seen) {
      const [stored] = await db.select(brandColumns).from(brands).where(isBrand);
      if (stored) requireUnchanged(brandInputSchema, { name: stored.name, seen, stored });
    }
    const sameName = await db
      .select({ id: brands.id })
      .from(brands)
      .where(
        and(
          eq(brands.organizationId, organizationId),
          eq(brands.projectId, projectId),
          ne(brands.id, brandId),
          sql`lower(${brands.name}) = lower(${valid.name})`,
        ),
      );
    if (sameName.length > 0) throw brandNameTaken(valid.name);
    const [changed] = await db.update(brands).set(valid).where(isBrand).returning(brandColumns);
    if (!changed) throw brandNotFound(brandId);
    return changed;
  });
}

function brandNotFound(id: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such brand in this project. It may have been removed.',
    details: { id },
  });
}

/** Removes a competitor; the own brand stays. Stored answers are scored again without it. */
export async function removeBrand(
  context: Context,
  { projectId, brandId }: { projectId: string; brandId: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isUuid(brandId)) throw brandNotFound(brandId);
  await changeBrands(context, projectId, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ role: string }>(
      'SELECT role FROM brands WHERE organization_id = $1 AND project_id = $2 AND id = $3',
      [organizationId, projectId, brandId],
    );
    const brand = rows[0];
    if (!brand) throw brandNotFound(brandId);
    if (brand.role === 'own') {
      throw invalidField('brandId', 'A project keeps its own brand. Edit the brand, or delete the project.');
    }
    await db.$client.query('DELETE FROM brands WHERE organization_id = $1 AND id = $2', [
      organizationId,
      brandId,
    ]);
  });
}

/**
 * Changes a project's brands in one transaction, annotates the change and starts a rescoring in the background. Until
 * it ends, metrics of the old brands are shown, and new answers are scored by both.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
function changeBrands<T>(
  context: Context,
  projectId: string,
  change: (inside: Context) => Promise<T>,
): Promise<T> {
  return scoped(context, async (inside) => {
    const { db, organizationId } = inside;
    await lockProject(db, organizationId, projectId);
    const readCurrentBrands = async () =>
      (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [];
    const before = await readCurrentBrands();
    const result = await change(inside);
    const after = await readCurrentBrands();
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await startRescoring(inside, projectId, before);
      await annotateBrands(inside, projectId, { before, after });
    }
    return result;
  });
}

/** Adds an annotation for each brand change, unless the project has no answers yet. */
async function annotateBrands(
  { db, organizationId, clock }: Context,
  projectId: string,
  { before, after }: { before: readonly Brand[]; after: readonly Brand[] },
): Promise<void> {
  await db.$client.query(
    `INSERT INTO annotations (organization_id, project_id, day, kind, text, created_at)
     SELECT $1, $2, ($4::timestamptz AT TIME ZONE 'UTC')::date, 'brands', words, $4
     FROM unnest($3::text[]) words
     WHERE EXISTS (SELECT FROM answers WHERE organization_id = $1 AND project_id = $2)`,
    [organizationId, projectId, describeBrandChanges(before, after), clock.now()],
  );
}

/** Describes the changes between two lists of brands, in sentences. */
export function describeBrandChanges(before: readonly Brand[], after: readonly Brand[]): string[] {
  const removed = before.filter(({ id }) => !after.some((one) => one.id === id));
  const changed = after.flatMap((now) => {
    const was = before.find(({ id }) => id === now.id);
    return was ? describeBrandChange(was, now) : [`${now.name} is tracked`];
  });
  return [...removed.map(({ name }) => `${name} is no longer tracked`), ...changed];
}

function describeBrandChange(was: Brand, now: Brand): string[] {
  const differ = (list: 'aliases' | 'domains' | 'requiredContext' | 'excludedContext') =>
    was[list].join('\n') !== now[list].join('\n');
  const parts = [
    differ('aliases') ? 'aliases' : '',
    differ('requiredContext') || differ('excludedContext') ? 'words near its name' : '',
    differ('domains') ? 'domains' : '',
  ].filter(Boolean);
  return [
    ...(was.name === now.name ? [] : [`${was.name} is now ${now.name}`]),
    ...(parts.length > 0 ? [`${now.name}: ${parts.join(', ')} changed`] : []),
  ];
}
