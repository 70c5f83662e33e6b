import { annotateBrands } from '#lib/dashboard/annotations/annotate-brands';
import { readBrands } from '#lib/dashboard/projects/brand';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import { beginRescoring } from '#lib/dashboard/rescoring/begin-rescoring';
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
      await beginRescoring(inside, projectId, before);
      await annotateBrands(inside, projectId, { before, after });
    }
    return result;
  });
}
