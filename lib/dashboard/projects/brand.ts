import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { brandNameTaken, type ValidBrand } from '#lib/dashboard/projects/brand-input';
import type { Database } from '#lib/db/client';
import { brands } from '#lib/db/schema/projects';

/** A tracked brand: the project's own brand or a competitor. */
export interface Brand {
  id: string;
  name: string;
  role: 'own' | 'competitor';
  aliases: string[];
  /** Registrable domains or hosts. */
  domains: string[];
  /** A mention counts only with one of these phrases in its sentence; empty for no rule. */
  requiredContext: string[];
  /** A mention is ignored with one of these phrases in its sentence. */
  excludedContext: string[];
  /** 0 for the own brand, 1 to 8 for competitors. */
  colorIndex: number;
}

/** Columns of a `Brand`. */
export const brandColumns = {
  id: brands.id,
  name: brands.name,
  role: brands.role,
  aliases: brands.aliases,
  domains: brands.domains,
  requiredContext: brands.requiredContext,
  excludedContext: brands.excludedContext,
  colorIndex: brands.colorIndex,
};

/** SQL of a project's brands as JSON (`Brand[]`), in the order of `readBrands`. */
export const brandsJson = (organization: string, project: string) => `(
  SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'role', role, 'aliases', aliases,
    'domains', domains, 'requiredContext', required_context,
    'excludedContext', excluded_context, 'colorIndex', color_index) ORDER BY role DESC, color_index, lower(name)), '[]')
  FROM brands WHERE brands.organization_id = ${organization} AND brands.project_id = ${project})`;

/** Returns the brands of projects, by project ID: the own brand first, then competitors by color and name. */
export async function readBrands(
  db: Database,
  organizationId: string,
  projectIds: readonly string[],
): Promise<Map<string, Brand[]>> {
  const rows = await db
    .select({ projectId: brands.projectId, ...brandColumns })
    .from(brands)
    .where(and(eq(brands.organizationId, organizationId), inArray(brands.projectId, [...projectIds])))
    .orderBy(desc(brands.role), brands.colorIndex, sql`lower(${brands.name})`);
  const byProject = new Map<string, Brand[]>(projectIds.map((id) => [id, []]));
  for (const { projectId, ...brand } of rows) byProject.get(projectId)?.push(brand);
  return byProject;
}

/** Inserts a brand. @throws ServiceError VALIDATION_ERROR if its name is taken */
export async function insertBrand(
  db: Database,
  key: { organizationId: string; projectId: string },
  brand: ValidBrand & Pick<Brand, 'role' | 'colorIndex'>,
): Promise<string> {
  const [inserted] = await db
    .insert(brands)
    .values({ ...key, ...brand })
    .onConflictDoNothing()
    .returning({ id: brands.id });
  if (!inserted) throw brandNameTaken(brand.name);
  return inserted.id;
}
