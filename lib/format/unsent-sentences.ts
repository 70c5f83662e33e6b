import type { RunSummary } from '#lib/dashboard/runs/list-runs';
import { formatInstant } from '#lib/format/dates';
import { formatCount, formatPlural } from '#lib/format/numbers';

type PauseReason = NonNullable<RunSummary['pauseReason']>;

/** What ran out, as it follows "not sent: ". */
export const pauseReasonLabels: Record<PauseReason, string> = {
  credits: 'out of credits',
  project_budget: 'project budget reached',
  schedule_budget: 'schedule budget reached',
};

const remedies: Record<PauseReason, string> = {
  credits: 'there are credits again',
  project_budget: 'the project’s budget allows it',
  schedule_budget: 'the schedule’s budget allows it',
};

/** A run with items that were not sent. */
export interface UnsentRun {
  kind: RunSummary['kind'];
  status: RunSummary['status'];
  pauseReason: PauseReason;
  notSent: number;
  itemCount: number;
  /** Until when it may resume. */
  resumableUntil: Date;
}

/**
 * Says how many items of a run were not sent, why, and what happens next: "28 of 40 run items were not sent: out of
 * credits. They’re sent if there are credits again by 24 Nov 2026, 06:00 UTC, unless the next scheduled run starts first."
 */
export function describeUnsent({
  kind,
  status,
  pauseReason,
  notSent,
  itemCount,
  resumableUntil,
}: UnsentRun): string {
  const what = `${formatCount(notSent)} of ${formatPlural(itemCount, 'run item')} ${notSent === 1 ? 'was' : 'were'} not sent: ${pauseReasonLabels[pauseReason]}.`;
  if (status !== 'paused') return `${what} The run ended without ${notSent === 1 ? 'it' : 'them'}.`;
  return `${what} ${notSent === 1 ? 'It’s' : 'They’re'} sent automatically if ${remedies[pauseReason]} by ${formatInstant(resumableUntil)}${kind === 'scheduled' ? ', unless the next scheduled run starts first' : ''}.`;
}
