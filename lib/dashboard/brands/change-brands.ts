import { type Brand, readBrands } from '#lib/dashboard/projects/brand';
import { lockProject } from '#lib/dashboard/projects/project';
import { startRescoring } from '#lib/dashboard/rescoring/start-rescoring';
import { type Context, scoped } from '#lib/db/context';

/**
 * Changes a project's brands, in one transaction that no answer is scored meanwhile, and has all stored answers
 * scored by the new ones in the background. Until that is done the figures of the old ones are shown, and what
 * comes in counts in both. @throws ServiceError RESOURCE_NOT_FOUND
 */
export function changeBrands<T>(
  context: Context,
  projectId: string,
  change: (inside: Context) => Promise<T>,
): Promise<T> {
  return scoped(context, async (inside) => {
    const { db, organizationId } = inside;
    await lockProject(db, organizationId, projectId);
    const brandsNow = async () => (await readBrands(db, organizationId, [projectId])).get(projectId) ?? [];
    const before = await brandsNow();
    const result = await change(inside);
    const after = await brandsNow();
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await startRescoring(inside, projectId, before);
      await annotateBrands(inside, projectId, { before, after });
    }
    return result;
  });
}

/**
 * Notes a change of brands on the day it is made, as part of the transaction that makes it. A project without
 * answers has no figures that it could explain, so there nothing is noted.
 */
async function annotateBrands(
  { db, organizationId, clock }: Context,
  projectId: string,
  { before, after }: { before: readonly Brand[]; after: readonly Brand[] },
): Promise<void> {
  await db.$client.query(
    `INSERT INTO annotations (organization_id, project_id, day, kind, text, created_at)
     SELECT $1, $2, ($4::timestamptz AT TIME ZONE 'UTC')::date, 'brands', words, $4
     FROM unnest($3::text[]) words
     WHERE EXISTS (SELECT FROM answers WHERE organization_id = $1 AND project_id = $2)`,
    [organizationId, projectId, describeBrandChanges(before, after), clock.now()],
  );
}

/** What a change of a project's brands comes to, in sentences; empty where none differs. */
export function describeBrandChanges(before: readonly Brand[], after: readonly Brand[]): string[] {
  const removed = before.filter(({ id }) => !after.some((one) => one.id === id));
  const changed = after.flatMap((now) => {
    const was = before.find(({ id }) => id === now.id);
    return was ? describeBrandChange(was, now) : [`${now.name} is tracked`];
  });
  return [...removed.map(({ name }) => `${name} is no longer tracked`), ...changed];
}

function describeBrandChange(was: Brand, now: Brand): string[] {
  const differ = (list: 'aliases' | 'domains' | 'requiredContext' | 'excludedContext') =>
    was[list].join('\n') !== now[list].join('\n');
  const parts = [
    differ('aliases') ? 'aliases' : '',
    differ('requiredContext') || differ('excludedContext') ? 'words near its name' : '',
    differ('domains') ? 'domains' : '',
  ].filter(Boolean);
  return [
    ...(was.name === now.name ? [] : [`${was.name} is now ${now.name}`]),
    ...(parts.length > 0 ? [`${now.name}: ${parts.join(', ')} changed`] : []),
  ];
}
