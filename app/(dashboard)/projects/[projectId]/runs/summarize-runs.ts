import { formatCount, formatPlural } from '#lib/core/numbers';
import type { RunWithCounts } from '#lib/dashboard/runs/list-runs';
import { isInProgress, type Work } from '../progress/get-progress';

type SummarizedRun = Pick<RunWithCounts, 'status' | 'done' | 'failed' | 'notSent' | 'itemCount'>;

interface RunsSummaryOptions {
  /** True for all pages except the first, which has the newest runs. */
  isOlderPage: boolean;
  /** The backfill in progress; null if there is none. */
  backfill: Pick<Work, 'label' | 'done' | 'total'> | null;
}

/**
 * Summarizes a page of runs: "1 run in progress; 2 failed run items in the latest 50 runs." A backfill creates its
 * runs one after another, so it is in progress even if none of its runs is.
 */
export function summarizeRuns(
  runs: readonly SummarizedRun[],
  { isOlderPage, backfill }: RunsSummaryOptions,
): string {
  const progress = backfill
    ? `${backfill.label}: ${formatCount(backfill.done)} of ${formatPlural(backfill.total, 'answer')}`
    : null;
  if (runs.length === 0) return `${progress ?? 'No prompts have been sent yet'}.`;
  const running = runs.filter(isInProgress).length;
  const notSent = runs.reduce((sum, run) => sum + run.notSent, 0);
  const failed = runs.reduce((sum, run) => sum + run.failed, 0);
  const unsent = notSent === 0 ? '' : `, ${formatCount(notSent)} not sent`;
  const failures = `${failed === 0 ? 'no failures' : formatPlural(failed, 'failed run item')}${unsent}`;
  if (isOlderPage)
    return `Older runs; ${failures} in ${runs.length === 1 ? 'this run' : `these ${runs.length} runs`}.`;
  const inProgress = `${running === 0 ? 'No runs' : formatPlural(running, 'run')} in progress`;
  const current = !progress ? inProgress : running === 0 ? progress : `${progress}; ${inProgress}`;
  return `${current}; ${failures} in the latest ${runs.length === 1 ? 'run' : `${runs.length} runs`}.`;
}
