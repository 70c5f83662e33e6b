import { and, count, ne } from 'drizzle-orm';
import { ServiceError } from '#lib/core/errors';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { runs } from '#lib/db/schema/runs';

/** Maximum number of unfinished runs of a project, not counting backfills. */
const maxUnfinishedRuns = 100;

/** Checks that the run just inserted does not exceed `maxUnfinishedRuns`. @throws ServiceError QUEUE_LIMIT_EXCEEDED */
export async function requireUnfinishedRunLimit(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  projectId: string,
): Promise<void> {
  const [open] = await db
    .select({ runs: count() })
    .from(runs)
    .where(
      and(
        hasValues(runs, { organizationId, projectId }),
        ne(runs.status, 'completed'),
        ne(runs.kind, 'backfill'),
      ),
    );
  if ((open?.runs ?? 0) <= maxUnfinishedRuns) return;
  throw new ServiceError('QUEUE_LIMIT_EXCEEDED', {
    message: `This project has ${maxUnfinishedRuns} unfinished runs. Wait until some have completed, then try again.`,
  });
}
