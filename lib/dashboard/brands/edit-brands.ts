import { invalidField, ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { parseInput } from '#lib/core/validation';
import { changeBrands } from '#lib/dashboard/brands/change-brands';
import { type Brand, brandColumns, insertBrand, isNameConflict } from '#lib/dashboard/projects/brand';
import { type BrandInput, brandInputSchema, brandNameTaken } from '#lib/dashboard/projects/brand-input';
import { competitorColors } from '#lib/dashboard/projects/create-project';
import { requireUnchanged } from '#lib/dashboard/session/optimistic-lock';
import type { Context } from '#lib/db/context';

/** Adds a competitor with the least used color, and has stored answers scored again. */
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
 * Replaces what a brand looks like, and has stored answers scored again.
 * @param seen the brand as who changes it saw it; left out, whatever stands there is replaced
 * @throws ServiceError VALIDATION_ERROR with the field `seen` when it no longer is as seen
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
    if (seen) {
      const { rows: stored } = await db.$client.query<Brand>(
        `SELECT ${brandColumns} FROM brands WHERE organization_id = $1 AND project_id = $2 AND id = $3`,
        [organizationId, projectId, brandId],
      );
      if (stored[0]) requireUnchanged(brandInputSchema, { name: stored[0].name, seen, stored: stored[0] });
    }
    const { rows } = await db.$client
      .query<Brand>(
        `UPDATE brands SET name = $4, aliases = $5, domains = $6, required_context = $7, excluded_context = $8
         WHERE organization_id = $1 AND project_id = $2 AND id = $3 RETURNING ${brandColumns}`,
        [
          organizationId,
          projectId,
          brandId,
          valid.name,
          valid.aliases,
          valid.domains,
          valid.requiredContext,
          valid.excludedContext,
        ],
      )
      .catch((error: unknown) => {
        throw isNameConflict(error) ? brandNameTaken(valid.name) : error;
      });
    const changed = rows[0];
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
