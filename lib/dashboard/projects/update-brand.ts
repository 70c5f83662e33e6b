import { ServiceError } from '#lib/core/errors';
import { parseInput } from '#lib/core/parse-input';
import { requirePermission } from '#lib/core/permissions';
import { type Brand, brandColumns } from '#lib/dashboard/projects/brand';
import { type BrandInput, brandInputSchema, brandNameTaken } from '#lib/dashboard/projects/brand-input';
import { isNameConflict } from '#lib/dashboard/projects/insert-brand';
import { isId } from '#lib/dashboard/projects/is-id';
import { changeBrands } from '#lib/dashboard/rescoring/change-brands';
import { requireAsSeen } from '#lib/dashboard/session/as-seen';
import type { Context } from '#lib/db/context';

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
  if (!isId(brandId)) throw brandNotFound(brandId);
  return changeBrands(context, projectId, async ({ db, organizationId }) => {
    if (seen) {
      const { rows: stored } = await db.$client.query<Brand>(
        `SELECT ${brandColumns} FROM brands WHERE organization_id = $1 AND project_id = $2 AND id = $3`,
        [organizationId, projectId, brandId],
      );
      if (stored[0]) requireAsSeen(brandInputSchema, { name: stored[0].name, seen, stored: stored[0] });
    }
    const { rows } = await db.$client
      .query<Brand>(
        `UPDATE brands SET name = $4, aliases = $5, domains = $6, near = $7, never_near = $8
         WHERE organization_id = $1 AND project_id = $2 AND id = $3 RETURNING ${brandColumns}`,
        [
          organizationId,
          projectId,
          brandId,
          valid.name,
          valid.aliases,
          valid.domains,
          valid.near,
          valid.neverNear,
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

export function brandNotFound(id: string): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such brand in this project. It may have been removed.',
    details: { id },
  });
}
