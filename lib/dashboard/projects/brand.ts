import { brandNameTaken, type ValidBrand } from '#lib/dashboard/projects/brand-input';
import type { Database } from '#lib/db/client';

/** A tracked brand: the project's own or a competitor, with what its mentions and addresses look like. */
export interface Brand {
  id: string;
  name: string;
  role: 'own' | 'competitor';
  aliases: string[];
  /** Registrable domains or hosts. */
  domains: string[];
  /** A mention counts only with one of these in its sentence; empty for no such rule. */
  requiredContext: string[];
  /** A mention does not count with one of these in its sentence. */
  excludedContext: string[];
  /** 0 for the own brand, 1 to 8 for competitors. */
  colorIndex: number;
}

/** Columns of `brands` under the names of `Brand`. */
export const brandColumns = `id, name, role, aliases, domains, required_context AS "requiredContext",
  excluded_context AS "excludedContext", color_index AS "colorIndex"`;

/** The brands of a project as JSON (`Brand[]`): the own one first, then competitors by color and name. */
export const brandsJson = (organization: string, project: string) => `(
  SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'role', role, 'aliases', aliases,
    'domains', domains, 'requiredContext', required_context,
    'excludedContext', excluded_context, 'colorIndex', color_index) ORDER BY role DESC, color_index, lower(name)), '[]')
  FROM brands WHERE brands.organization_id = ${organization} AND brands.project_id = ${project})`;

/** The brands of projects, by project id: the own one first, then competitors by color and name. */
export async function readBrands(
  db: Database,
  organizationId: string,
  projectIds: readonly string[],
): Promise<Map<string, Brand[]>> {
  const { rows } = await db.$client.query<Brand & { projectId: string }>({
    name: 'read-brands',
    text: `SELECT project_id AS "projectId", ${brandColumns} FROM brands
           WHERE organization_id = $1 AND project_id = ANY ($2::uuid[])
           ORDER BY role DESC, color_index, lower(name)`,
    values: [organizationId, projectIds],
  });
  const byProject = new Map<string, Brand[]>(projectIds.map((id) => [id, []]));
  for (const { projectId, ...brand } of rows) byProject.get(projectId)?.push(brand);
  return byProject;
}

const nameIndex = 'brands_name';

/** Inserts a brand with the given color. @throws ServiceError VALIDATION_ERROR when its name is taken */
export async function insertBrand(
  db: Database,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  brand: ValidBrand & { role: 'own' | 'competitor'; colorIndex: number },
): Promise<string> {
  const { rows } = await db.$client.query<{ id: string }>(
    `INSERT INTO brands (organization_id, project_id, name, role, aliases, domains, required_context, excluded_context,
       color_index)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
    [
      organizationId,
      projectId,
      brand.name,
      brand.role,
      brand.aliases,
      brand.domains,
      brand.requiredContext,
      brand.excludedContext,
      brand.colorIndex,
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
