import { brandNameTaken, type ValidBrand } from '#lib/dashboard/projects/brand-input';
import type { Database } from '#lib/db/client';

const nameIndex = 'brands_name';

/** Inserts a brand with the given hue. @throws ServiceError VALIDATION_ERROR when its name is taken */
export async function insertBrand(
  db: Database,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  brand: ValidBrand & { role: 'own' | 'competitor'; hue: number },
): Promise<string> {
  const { rows } = await db.$client.query<{ id: string }>(
    `INSERT INTO brands (organization_id, project_id, name, role, aliases, domains, near, never_near, hue)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
    [
      organizationId,
      projectId,
      brand.name,
      brand.role,
      brand.aliases,
      brand.domains,
      brand.near,
      brand.neverNear,
      brand.hue,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw brandNameTaken(brand.name);
  return id;
}

/** Whether a caught database error is the refusal of a second brand of the same name. */
export function isNameConflict(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === nameIndex;
}
