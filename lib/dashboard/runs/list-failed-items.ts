import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { requirePermission } from '#lib/core/permissions';
import { isUuid } from '#lib/core/text';
import { type Context, scoped } from '#lib/db/context';
import { prompts } from '#lib/db/schema/projects';
import { runItems } from '#lib/db/schema/runs';

export type FailedItem = Awaited<ReturnType<typeof listFailedItems>>[number];

/**
 * Lists the items of a run that failed or have an unreadable answer, the latest first. `errorCode` is a code of the
 * error table or of another service.
 */
export async function listFailedItems(
  context: Context,
  { runId, limit = 100 }: { runId: string; limit?: number },
) {
  requirePermission(context.actor, 'projects.read');
  return scoped(context, async ({ db, organizationId }) => {
    if (!isUuid(runId)) return [];
    return db
      .select({
        id: runItems.id,
        prompt: prompts.text,
        engine: runItems.engine,
        country: runItems.country,
        sample: runItems.sample,
        status: runItems.status,
        errorCode: runItems.errorCode,
        taskId: runItems.taskId,
        completedAt: runItems.updatedAt,
      })
      .from(runItems)
      .innerJoin(
        prompts,
        and(eq(prompts.organizationId, runItems.organizationId), eq(prompts.id, runItems.promptId)),
      )
      .where(
        and(
          eq(runItems.organizationId, organizationId),
          eq(runItems.runId, runId),
          inArray(runItems.status, ['failed', 'unreadable']),
        ),
      )
      .orderBy(desc(runItems.updatedAt), asc(runItems.id))
      .limit(limit);
  });
}
