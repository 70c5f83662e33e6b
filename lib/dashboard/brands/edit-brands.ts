import { and, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { toDay } from '#lib/core/days';
import { invalidField, notFound, type ServiceError } from '#lib/core/errors';
import { formatItems } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { idSchema, originalSchema } from '#lib/core/validation';
import {
  type Brand,
  type BrandInput,
  brandColumns,
  brandInputSchema,
  brandNameTaken,
  brandSchema,
  insertBrand,
  readBrands,
} from '#lib/dashboard/projects/brand';
import {
  competitorColorCount,
  lockProject,
  projectIdSchema,
  requireUnchanged,
} from '#lib/dashboard/projects/project';
import { readProjectDays } from '#lib/dashboard/projects/project-days';
import { startRescoring } from '#lib/dashboard/rescoring/start-rescoring';
import { compareValues, recordAudit } from '#lib/db/audit-log';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { answers } from '#lib/db/schema/answers';
import { annotations, brands } from '#lib/db/schema/projects';
import { defineOperation } from '#lib/operations/define-operation';

const brandIdSchema = idSchema('brand');

/** @throws ServiceError VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export const addCompetitor = defineOperation({
  name: 'brands.add-competitor',
  title: 'Add a competitor',
  description:
    'Adds a competitor to a project. Stored answers are searched for it in the background; until this ends, metrics show the brands of before.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({ projectId: projectIdSchema, ...brandInputSchema.shape }),
  output: brandSchema,
  audit: ['brand.added'],
  run: (context, { projectId, ...brand }): Promise<Brand> =>
    changeBrands(context, projectId, async (current) => {
      const { db, organizationId } = context;
      const countUses = (color: number) => current.filter(({ colorIndex }) => colorIndex === color).length;
      const colors = Array.from({ length: competitorColorCount }, (_, index) => index + 1);
      const [colorIndex = 1] = colors.toSorted((a, b) => countUses(a) - countUses(b));
      const added = { ...brand, role: 'competitor' as const, colorIndex };
      const id = await insertBrand(db, { organizationId, projectId }, added);
      return { id, ...added };
    }),
});

/** @throws ServiceError RESOURCE_NOT_FOUND; VALIDATION_ERROR, with the field `original` if the brand has changed since */
export const updateBrand = defineOperation({
  name: 'brands.update',
  title: 'Edit a brand',
  description:
    'Replaces the name, aliases, domains and matching rules of a brand. Stored answers are searched again in the background; until this ends, metrics show the brands of before.',
  permission: 'projects.edit',
  effect: 'write',
  input: z.object({
    projectId: projectIdSchema,
    brandId: brandIdSchema,
    ...brandInputSchema.shape,
    original: originalSchema<BrandInput>(),
  }),
  output: brandSchema,
  audit: ['brand.changed'],
  run: (context, { projectId, brandId, original, ...brand }): Promise<Brand> =>
    changeBrands(context, projectId, async (current) => {
      const { db, organizationId } = context;
      const stored = current.find(({ id }) => id === brandId);
      if (!stored) throw brandNotFound(brandId);
      if (original) requireUnchanged(brandInputSchema, { name: stored.name, original, stored });
      const isOther = and(hasValues(brands, { organizationId, projectId }), ne(brands.id, brandId));
      const isSameName = sql`lower(${brands.name}) = lower(${brand.name})`;
      if ((await db.$count(brands, and(isOther, isSameName))) > 0) throw brandNameTaken(brand.name);
      const [changed] = await db
        .update(brands)
        .set(brand)
        .where(hasValues(brands, { organizationId, projectId, id: brandId }))
        .returning(brandColumns);
      if (!changed) throw brandNotFound(brandId);
      return changed;
    }),
});

function brandNotFound(id: string): ServiceError {
  return notFound('Brand not found in this project. It may have been removed.', id);
}

/** @throws ServiceError VALIDATION_ERROR for the own brand; RESOURCE_NOT_FOUND */
export const removeBrand = defineOperation({
  name: 'brands.remove',
  title: 'Remove a competitor',
  description:
    'Removes a competitor from a project. Its answers stay, and are scored again without it in the background. The own brand cannot be removed.',
  permission: 'projects.edit',
  effect: 'delete',
  input: z.object({ projectId: projectIdSchema, brandId: brandIdSchema }),
  audit: ['brand.removed'],
  run: (context, { projectId, brandId }) =>
    changeBrands(context, projectId, async (current) => {
      const { db, organizationId } = context;
      const brand = current.find(({ id }) => id === brandId);
      if (!brand) throw brandNotFound(brandId);
      if (brand.role === 'own') {
        throw invalidField('brandId', 'Your own brand cannot be removed. Edit it, or delete the project.');
      }
      await db.delete(brands).where(hasValues(brands, { organizationId, id: brandId }));
    }),
});

/**
 * Changes a project's brands, annotates the change and starts a rescoring in the background. Until it ends, metrics for
 * the old brands are shown, and new answers are scored with both the old and the new brands.
 * @param context in the transaction of the change
 * @throws ServiceError RESOURCE_NOT_FOUND
 */
async function changeBrands<T>(
  context: Context,
  projectId: string,
  change: (current: readonly Brand[]) => Promise<T>,
): Promise<T> {
  const { db, organizationId } = context;
  await lockProject(db, organizationId, projectId);
  const readCurrentBrands = async () =>
    (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [];
  const before = await readCurrentBrands();
  const result = await change(before);
  const after = await readCurrentBrands();
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    await startRescoring(context, projectId, before);
    await annotateChanges(context, projectId, describeBrandChanges(before, after));
    await recordBrandChanges(context, projectId, before, after);
  }
  return result;
}

/** Adds an entry to the audit log for each brand that was added, changed or removed. */
async function recordBrandChanges(
  context: Context,
  projectId: string,
  before: readonly Brand[],
  after: readonly Brand[],
): Promise<void> {
  for (const { id, role, colorIndex, ...current } of after) {
    const { name: target } = current;
    const previous = before.find((brand) => brand.id === id);
    const change = previous ? compareValues(previous, current) : { after: current };
    const action = previous ? 'brand.changed' : 'brand.added';
    if (change) await recordAudit(context, { projectId, action, target, targetId: id, ...change });
  }
  for (const { id, name: target } of before.filter((brand) => !after.some(({ id }) => id === brand.id))) {
    await recordAudit(context, { projectId, action: 'brand.removed', target, targetId: id });
  }
}

/** Adds an annotation for each change, unless the project has no answers yet. */
async function annotateChanges(
  context: Context,
  projectId: string,
  changes: readonly string[],
): Promise<void> {
  const { db, organizationId, clock } = context;
  const [answer] = await db
    .select({ id: answers.id })
    .from(answers)
    .where(hasValues(answers, { organizationId, projectId }))
    .limit(1);
  if (!answer || changes.length === 0) return;
  const now = clock.now();
  const { timeZone } = await readProjectDays(context, projectId);
  const common = { organizationId, projectId, day: toDay(now, timeZone), kind: 'brands', createdAt: now };
  await db.insert(annotations).values(changes.map((text) => ({ ...common, text })));
}

const messages = defineMessages({
  added: '{brand} is now tracked',
  removed: '{brand} is no longer tracked',
  renamed: '{before} is now {now}',
  changed: '{brand}: {parts} changed',
});

/** Describes the changes between two lists of brands, in sentences. */
export function describeBrandChanges(before: readonly Brand[], after: readonly Brand[]): string[] {
  const removed = before.filter(({ id }) => !after.some((brand) => brand.id === id));
  const changed = after.flatMap((current) => {
    const previous = before.find(({ id }) => id === current.id);
    return previous ? describeBrandChange(previous, current) : [messages.added({ brand: current.name })];
  });
  return [...removed.map(({ name }) => messages.removed({ brand: name })), ...changed];
}

function describeBrandChange(previous: Brand, current: Brand): string[] {
  const differ = (list: 'aliases' | 'domains' | 'requiredContext' | 'excludedContext') =>
    previous[list].join('\n') !== current[list].join('\n');
  const parts = [
    ...(differ('aliases') ? ['aliases'] : []),
    ...(previous.matchCase === current.matchCase ? [] : ['match case']),
    ...(differ('requiredContext') || differ('excludedContext') ? ['required or excluded words'] : []),
    ...(differ('domains') ? ['domains'] : []),
  ];
  return [
    ...(previous.name === current.name
      ? []
      : [messages.renamed({ before: previous.name, now: current.name })]),
    ...(parts.length > 0 ? [messages.changed({ brand: current.name, parts: formatItems(parts) })] : []),
  ];
}
