import { invalidField } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { isId } from '#lib/dashboard/projects/is-id';
import { brandNotFound } from '#lib/dashboard/projects/update-brand';
import { changeBrands } from '#lib/dashboard/rescoring/change-brands';
import type { Context } from '#lib/db/context';

/** Removes a competitor; the own brand stays. Stored answers are scored again without it. */
export async function removeBrand(
  context: Context,
  { projectId, brandId }: { projectId: string; brandId: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  if (!isId(brandId)) throw brandNotFound(brandId);
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
