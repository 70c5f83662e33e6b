import { parseInput } from '#lib/core/parse-input';
import { requirePermission } from '#lib/core/permissions';
import type { Brand } from '#lib/dashboard/projects/brand';
import { type BrandInput, brandInputSchema } from '#lib/dashboard/projects/brand-input';
import { competitorHues } from '#lib/dashboard/projects/create-project';
import { insertBrand } from '#lib/dashboard/projects/insert-brand';
import { changeBrands } from '#lib/dashboard/rescoring/change-brands';
import type { Context } from '#lib/db/context';

/** Adds a competitor with the least used hue, and has stored answers scored again. */
export async function addCompetitor(
  context: Context,
  { projectId, brand }: { projectId: string; brand: BrandInput },
): Promise<Brand> {
  requirePermission(context.actor, 'projects.edit');
  const valid = parseInput(brandInputSchema, brand);
  return changeBrands(context, projectId, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ hue: number }>(
      `SELECT hue FROM generate_series(1, $3::int) hue
       ORDER BY (SELECT count(*) FROM brands b
                 WHERE b.organization_id = $1 AND b.project_id = $2 AND b.hue = hue.hue), hue LIMIT 1`,
      [organizationId, projectId, competitorHues],
    );
    const added = { ...valid, role: 'competitor' as const, hue: rows[0]?.hue ?? 1 };
    const id = await insertBrand(db, { organizationId, projectId }, added);
    return { id, ...added };
  });
}
