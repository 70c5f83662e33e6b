import { formatClauses } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import type { RunWithCounts } from '#lib/dashboard/runs/list-runs';
import { isInProgress, type Work } from '../progress/get-progress';

type SummarizedRun = Pick<RunWithCounts, 'status' | 'done' | 'failed' | 'notSent' | 'itemCount'>;

interface RunsSummaryOptions {
  /** True for all pages except the first, which has the newest runs. */
  isOlderPage: boolean;
  /** The backfill in progress; null if there is none. */
  backfill: Pick<Work, 'label' | 'done' | 'total'> | null;
}

const messages = defineMessages({
  nothingSent: 'No prompts have been sent yet.',
  backfill: '{label}: {done, number} of {total, plural, one {# answer} other {# answers}}',
  inProgress: '{running, plural, =0 {No runs} one {# run} other {# runs}} in progress',
  older:
    'Older runs; {failed, plural, =0 {no failures} one {# failed run item} other {# failed run items}}{notSent, plural, =0 {} other {, # not sent}} in {runs, plural, one {this run} other {these # runs}}.',
  latest:
    '{current}; {failed, plural, =0 {no failures} one {# failed run item} other {# failed run items}}{notSent, plural, =0 {} other {, # not sent}} in the latest {runs, plural, one {run} other {# runs}}.',
});

/**
 * Summarizes a page of runs: "1 run in progress; 2 failed run items in the latest 50 runs." A backfill creates its
 * runs one after another, so it is in progress even if none of its runs is.
 */
export function summarizeRuns(
  runs: readonly SummarizedRun[],
  { isOlderPage, backfill }: RunsSummaryOptions,
): string {
  const progress = backfill
    ? messages.backfill({ label: backfill.label, done: backfill.done, total: backfill.total })
    : null;
  if (runs.length === 0) return progress ? `${progress}.` : messages.nothingSent();
  const running = runs.filter(isInProgress).length;
  const counts = {
    failed: runs.reduce((sum, run) => sum + run.failed, 0),
    notSent: runs.reduce((sum, run) => sum + run.notSent, 0),
    runs: runs.length,
  };
  if (isOlderPage) return messages.older(counts);
  const inProgress = messages.inProgress({ running });
  const current = [progress, progress && running === 0 ? null : inProgress];
  return messages.latest({ current: formatClauses(current.filter((clause) => clause !== null)), ...counts });
}
