import type { CreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { getBackfillProgress } from '#lib/dashboard/demo/demo-project';
import { getRescoringProgress } from '#lib/dashboard/rescoring/rescoring-progress';
import { listRuns, type RunWithCounts } from '#lib/dashboard/runs/list-runs';
import type { Context } from '#lib/dashboard/session/session';

/** Time without a new answer after which the connection to the service is checked. */
export const checkServiceAfterMs = 15_000;

/** Background work of a project: a backfill, a run or a rescoring. */
export interface Work {
  id: string;
  label: string;
  /** Label once the work is completed. */
  completedLabel: string;
  /** Number of answers, or of other items, that are done. */
  done: number;
  total: number;
  /** ISO 8601. */
  startedAt: string;
}

/** A run with prompts that were not sent, usually because credits or a budget ran out. */
export interface UnsentProgress
  extends Pick<RunWithCounts, 'id' | 'kind' | 'status' | 'pauseReason' | 'notSent' | 'itemCount'> {
  requestedAt: string;
}

export interface ProjectProgress {
  /** Empty if nothing is running. */
  work: Work[];
  /** The latest run, if some of its prompts were not sent. */
  unsent: UnsentProgress | null;
  /** Reason why the service can't be used, checked only if no answers arrive; null if it can be used or was not checked. */
  service: 'rejected' | 'unreachable' | null;
  /** Server time, for estimates that don't depend on the client's clock. */
  now: string;
}

interface ProgressOptions {
  /** Time since the client last saw a new answer. */
  idleMs?: number;
  /** Asks the service for the credits. Pages leave it out, so that they need not wait for a service that can't be reached. */
  readBalance?: (context: Context) => Promise<CreditBalance>;
}

/**
 * Returns the progress of a project's background work.
 * @throws ServiceError INSUFFICIENT_PERMISSIONS
 */
export async function getProgress(
  context: Context,
  projectId: string,
  { idleMs = 0, readBalance }: ProgressOptions = {},
): Promise<ProjectProgress> {
  const [backfill, rescoring, runs] = await Promise.all([
    getBackfillWork(context, projectId),
    getRescoringProgress(context, { projectId }),
    listRuns(context, { projectId, limit: 5 }),
  ]);
  const work = runs
    .filter(isInProgress)
    .map((run) => toWork(run.id, 'Run in progress', 'Run completed', { ...run, total: run.itemCount }));
  if (backfill) work.unshift(backfill);
  if (rescoring) {
    const label = rescoring.isUpdate
      ? 'Reading all answers again, because this version reads them better. Until it’s completed, metrics don’t include new answers'
      : 'Updating all answers. Until it’s completed, metrics don’t include the latest change';
    work.unshift(toWork('rescoring', label, 'Answers updated', rescoring));
  }
  const now = context.clock.now();
  const isStalled = runs.some(
    ({ status, done, notSent, itemCount, startedAt }) =>
      isInProgress({ status, done, notSent, itemCount }) &&
      (idleMs > checkServiceAfterMs || (done === 0 && Number(now) - Number(startedAt) > checkServiceAfterMs)),
  );
  const credits = isStalled && readBalance ? await readBalance(context) : 0;
  const [latest] = runs;
  const unsent = latest && latest.notSent > 0 ? toUnsentProgress(latest) : null;
  const service = typeof credits === 'string' ? credits : null;
  return { work, unsent, service, now: now.toISOString() };
}

/** Returns the backfill of a project while it is in progress; otherwise null. */
export async function getBackfillWork(context: Context, projectId: string): Promise<Work | null> {
  const backfill = await getBackfillProgress(context, { projectId });
  if (!backfill || backfill.done >= backfill.total) return null;
  return toWork('backfill', 'Backfilling the past eight weeks', 'Backfill completed', backfill);
}

/** Returns whether a run still expects answers. A paused run expects those to the prompts sent before the pause. */
export function isInProgress({
  status,
  done,
  notSent,
  itemCount,
}: Pick<RunWithCounts, 'status' | 'done' | 'notSent' | 'itemCount'>): boolean {
  if (status === 'completed') return false;
  return status !== 'paused' || done + notSent < itemCount;
}

function toUnsentProgress({ requestedAt, ...run }: RunWithCounts): UnsentProgress {
  const { id, kind, status, pauseReason, notSent, itemCount } = run;
  return { id, kind, status, pauseReason, notSent, itemCount, requestedAt: requestedAt.toISOString() };
}

function toWork(
  id: string,
  label: string,
  completedLabel: string,
  { done, total, startedAt }: { done: number; total: number; startedAt: Date },
): Work {
  return { id, label, completedLabel, done, total, startedAt: startedAt.toISOString() };
}
