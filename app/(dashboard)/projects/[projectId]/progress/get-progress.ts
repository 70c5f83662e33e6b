import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { getBackfillProgress } from '#lib/dashboard/demo/backfill-progress';
import { getRescoringProgress } from '#lib/dashboard/rescoring/start-rescoring';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import type { Context } from '#lib/dashboard/session/dependencies';
import { quietMs } from './quiet';

/** Long work of a project that goes on: the demo's history, a run, scoring by changed brands. */
export interface Work {
  id: string;
  label: string;
  /** What is said of it once it is over. */
  over: string;
  done: number;
  total: number;
  startedAt: string;
}

export interface ProjectProgress {
  /** Empty when nothing goes on. */
  work: Work[];
  /** Why nothing can be sent to the service, where nothing comes back. */
  service: 'refused' | 'unreachable' | null;
  /** Of the server's clock, so that the time left does not depend on the reader's. */
  now: string;
}

/**
 * What goes on in a project.
 * @param quiet whether nothing has come back lately, as who looks on knows; it is seen here where nothing ever has
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function getProgress(
  context: Context,
  projectId: string,
  { quiet = false }: { quiet?: boolean } = {},
): Promise<ProjectProgress> {
  const [history, rescoring, runs] = await Promise.all([
    getBackfillProgress(context),
    getRescoringProgress(context, { projectId }),
    listRuns(context, { projectId, limit: 5 }),
  ]);
  const work: Work[] = runs
    .filter(({ status }) => status !== 'ended')
    .map(({ id, done, cells, startedAt }) => ({
      id,
      label: 'A run is going on',
      over: 'The run has ended',
      done,
      total: cells,
      startedAt: startedAt.toISOString(),
    }));
  if (history && history.done < history.total) {
    const { done, total, startedAt } = history;
    work.unshift({
      id: 'history',
      label: 'Asking the past eight weeks',
      over: 'The past eight weeks are asked',
      done,
      total,
      startedAt: startedAt.toISOString(),
    });
  }
  if (rescoring) {
    const { done, total, startedAt } = rescoring;
    work.unshift({
      id: 'rescoring',
      label: 'Scoring all answers by the changed brands. Until then, figures are of the brands as they were',
      over: 'All answers are scored by the changed brands',
      done,
      total,
      startedAt: startedAt.toISOString(),
    });
  }
  const now = context.clock.now();
  const still = runs.some(
    ({ status, done, startedAt }) =>
      status !== 'ended' && (quiet || (done === 0 && Number(now) - Number(startedAt) > quietMs)),
  );
  const credits = still ? await getCreditBalance(context) : 0;
  return { work, service: typeof credits === 'string' ? credits : null, now: now.toISOString() };
}
