import { and, ne, sql } from 'drizzle-orm';
import { invalidField, notFound, type ServiceError } from '#lib/core/errors';
import { requirePermission } from '#lib/core/permissions';
import { toUtcDay } from '#lib/core/time';
import { parseInput } from '#lib/core/validation';
import {
  type Brand,
  type BrandInput,
  brandColumns,
  brandInputSchema,
  brandNameTaken,
  insertBrand,
  readBrands,
} from '#lib/dashboard/projects/brand';
import { competitorColorCount, lockProject, requireUnchanged } from '#lib/dashboard/projects/project';
import { startRescoring } from '#lib/dashboard/rescoring/start-rescoring';
import { type Context, hasValues, withOrganization } from '#lib/db/client';
import { answers } from '#lib/db/schema/answers';
import { annotations, brands } from '#lib/db/schema/projects';

/** Adds a competitor with the least used color and starts a rescoring. */
export async function addCompetitor(
  context: Context,
  { projectId, brand }: { projectId: string; brand: BrandInput },
): Promise<Brand> {
  requirePermission(context.actor, 'projects.edit');
  const valid = parseInput(brandInputSchema, brand);
  return changeBrands(context, projectId, async ({ db, organizationId }, current) => {
    const countUses = (color: number) => current.filter(({ colorIndex }) => colorIndex === color).length;
    const colors = Array.from({ length: competitorColorCount }, (_, index) => index + 1);
    const [colorIndex = 1] = colors.toSorted((a, b) => countUses(a) - countUses(b));
    const added = { ...valid, role: 'competitor' as const, colorIndex };
    const id = await insertBrand(db, { organizationId, projectId }, added);
    return { id, ...added };
  });
}

interface UpdateBrandInput {
  projectId: string;
  brandId: string;
  brand: BrandInput;
  /** The brand that the form showed; undefined overwrites newer edits. */
  original?: BrandInput;
}

/**
 * Replaces a brand's name, aliases, domains and matching rules, and starts a rescoring.
 * @throws ServiceError VALIDATION_ERROR, with the field `original` if the brand has changed since
 */
export async function updateBrand(
  context: Context,
  { projectId, brandId, brand, original }: UpdateBrandInput,
): Promise<Brand> {
  requirePermission(context.actor, 'projects.edit');
  const valid = parseInput(brandInputSchema, brand);
  return changeBrands(context, projectId, async ({ db, organizationId }, current) => {
    const stored = current.find(({ id }) => id === brandId);
    if (!stored) throw brandNotFound(brandId);
    if (original) requireUnchanged(brandInputSchema, { name: stored.name, original, stored });
    const isOther = and(hasValues(brands, { organizationId, projectId }), ne(brands.id, brandId));
    const isSameName = sql`lower(${brands.name}) = lower(${valid.name})`;
    if ((await db.$count(brands, and(isOther, isSameName))) > 0) throw brandNameTaken(valid.name);
    const [changed] = await db
      .update(brands)
      .set(valid)
      .where(hasValues(brands, { organizationId, projectId, id: brandId }))
      .returning(brandColumns);
    if (!changed) throw brandNotFound(brandId);
    return changed;
  });
}

function brandNotFound(id: string): ServiceError {
  return notFound('Brand not found in this project. It may have been removed.', id);
}

/**
 * Removes a competitor; the project's own brand cannot be removed. Stored answers are scored again without the
 * competitor.
 */
export async function removeBrand(
  context: Context,
  { projectId, brandId }: { projectId: string; brandId: string },
): Promise<void> {
  requirePermission(context.actor, 'projects.edit');
  await changeBrands(context, projectId, async ({ db, organizationId }, current) => {
    const brand = current.find(({ id }) => id === brandId);
    if (!brand) throw brandNotFound(brandId);
    if (brand.role === 'own') {
      throw invalidField('brandId', 'Your own brand cannot be removed. Edit it, or delete the project.');
    }
    await db.delete(brands).where(hasValues(brands, { organizationId, id: brandId }));
  });
}

/**
 * Changes a project's brands in one transaction, annotates the change and starts a rescoring in the background. Until
 * it ends, metrics for the old brands are shown, and new answers are scored with both the old and the new brands.
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
function changeBrands<T>(
  context: Context,
  projectId: string,
  change: (tx: Context, current: readonly Brand[]) => Promise<T>,
): Promise<T> {
  return withOrganization(context, async (tx) => {
    const { db, organizationId } = tx;
    await lockProject(db, organizationId, projectId);
    const readCurrentBrands = async () =>
      (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [];
    const before = await readCurrentBrands();
    const result = await change(tx, before);
    const after = await readCurrentBrands();
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await startRescoring(tx, projectId, before);
      await annotateChanges(tx, projectId, describeBrandChanges(before, after));
    }
    return result;
  });
}

/** Adds an annotation for each change, unless the project has no answers yet. */
async function annotateChanges(
  { db, organizationId, clock }: Context,
  projectId: string,
  changes: readonly string[],
): Promise<void> {
  const [answer] = await db
    .select({ id: answers.id })
    .from(answers)
    .where(hasValues(answers, { organizationId, projectId }))
    .limit(1);
  if (!answer || changes.length === 0) return;
  const now = clock.now();
  const common = { organizationId, projectId, day: toUtcDay(now), kind: 'brands', createdAt: now };
  await db.insert(annotations).values(changes.map((text) => ({ ...common, text })));
}

/** Describes the changes between two lists of brands, in sentences. */
export function describeBrandChanges(before: readonly Brand[], after: readonly Brand[]): string[] {
  const removed = before.filter(({ id }) => !after.some((brand) => brand.id === id));
  const changed = after.flatMap((current) => {
    const previous = before.find(({ id }) => id === current.id);
    return previous ? describeBrandChange(previous, current) : [`${current.name} is now tracked`];
  });
  return [...removed.map(({ name }) => `${name} is no longer tracked`), ...changed];
}

function describeBrandChange(previous: Brand, current: Brand): string[] {
  const differ = (list: 'aliases' | 'domains' | 'requiredContext' | 'excludedContext') =>
    previous[list].join('\n') !== current[list].join('\n');
  const parts = [
    differ('aliases') ? 'aliases' : '',
    previous.matchCase === current.matchCase ? '' : 'match case',
    differ('requiredContext') || differ('excludedContext') ? 'required or excluded words' : '',
    differ('domains') ? 'domains' : '',
  ].filter(Boolean);
  return [
    ...(previous.name === current.name ? [] : [`${previous.name} is now ${current.name}`]),
    ...(parts.length > 0 ? [`${current.name}: ${parts.join(', ')} changed`] : []),
  ];
}
