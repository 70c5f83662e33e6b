import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { invalidField, type ServiceError } from '#lib/core/errors';
import { singleLineSchema } from '#lib/core/validation';
import { parseDomain } from '#lib/dashboard/projects/domains';
import type { Database } from '#lib/db/database';
import { brands } from '#lib/db/schema/projects';

/** Columns of a `Brand`. */
export const brandColumns = {
  id: brands.id,
  name: brands.name,
  role: brands.role,
  aliases: brands.aliases,
  domains: brands.domains,
  matchCase: brands.matchCase,
  requiredContext: brands.requiredContext,
  excludedContext: brands.excludedContext,
  colorIndex: brands.colorIndex,
};

/** A tracked brand: the project's own brand or a competitor. */
export type Brand = Pick<typeof brands.$inferSelect, keyof typeof brandColumns>;

export const brandSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['own', 'competitor']),
  aliases: z.array(z.string()),
  domains: z.array(z.string()),
  matchCase: z.boolean(),
  requiredContext: z.array(z.string()),
  excludedContext: z.array(z.string()),
  colorIndex: z.number().describe('0 for the own brand, 1 to 8 for competitors.'),
}) satisfies z.ZodType<Brand>;

/**
 * Returns SQL that selects a project's brands as JSON (`Brand[]`), in the order of `readBrands`.
 * @param organization SQL for the ID of the organization, such as `:organizationId`
 * @param project SQL for the ID of the project
 */
export const selectBrandsJson = (organization: string, project: string) => `(
  SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'role', role, 'aliases', aliases,
    'domains', domains, 'matchCase', match_case, 'requiredContext', required_context,
    'excludedContext', excluded_context, 'colorIndex', color_index) ORDER BY role DESC, color_index, lower(name)), '[]')
  FROM brands WHERE brands.organization_id = ${organization} AND brands.project_id = ${project})`;

/** Returns the brands of projects, by project ID: the project's own brand first, then competitors by color and name. */
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

const phraseSchema = singleLineSchema({ required: 'Remove empty entries.' });

const phrasesSchema = z
  .array(phraseSchema)
  .max(50, 'A list may have at most 50 entries.')
  .default([])
  .transform(removeDuplicates);

/** A brand as a form submits it. */
export const brandInputSchema = z.object({
  name: z.string().trim().min(1, 'Enter a name for the brand.').pipe(phraseSchema),
  aliases: phrasesSchema,
  domains: z
    .array(z.string().transform(parseDomainInput))
    .max(50, 'A list may have at most 50 entries.')
    .default([])
    .transform(removeDuplicates),
  matchCase: z.boolean().default(false),
  requiredContext: phrasesSchema,
  excludedContext: phrasesSchema,
});
export type BrandInput = z.input<typeof brandInputSchema>;
export type ValidBrand = z.output<typeof brandInputSchema>;

export const projectNameSchema = singleLineSchema({ required: 'Enter a name for the project.' });

function parseDomainInput(text: string, ctx: z.RefinementCtx): string {
  const domain = parseDomain(text);
  if (domain) return domain;
  ctx.addIssue(`"${text}" is not a domain. Enter a domain such as example.com.`);
  return z.NEVER;
}

export function brandNameTaken(name: string): ServiceError {
  return invalidField(
    'name',
    `There is already a brand called "${name}" in this project. Edit that one instead.`,
  );
}

function removeDuplicates(entries: string[]): string[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = entry.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}
