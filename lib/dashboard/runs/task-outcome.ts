import { type ErrorCode, errorTable } from '#lib/core/errors';

/** What the service said to one task of a batch. */
export interface TaskOutcome {
  cellId: string;
  task?: { id: string } | undefined;
  error?: { code: string; message: string; details?: Record<string, unknown> | undefined } | undefined;
}

export interface SortedOutcomes {
  /** Cells that have a task now. */
  sent: { id: string; taskId: string }[];
  /** Cells that will never have one. */
  failed: { id: string; errorCode: string }[];
  /** A reason that holds for all cells still pending. */
  refusal: { code: string; message: string } | undefined;
  /** Some were turned away for now. */
  full: boolean;
}

/** Sorts the outcomes of a batch into what each means for its cell and for the run. */
export function sortOutcomes(outcomes: readonly TaskOutcome[]): SortedOutcomes {
  const sorted: SortedOutcomes = { sent: [], failed: [], refusal: undefined, full: false };
  for (const { cellId, task, error } of outcomes) {
    const taskId = task?.id ?? takenTask(error);
    if (taskId !== undefined) sorted.sent.push({ id: cellId, taskId });
    else if (error?.code === 'INSUFFICIENT_CREDITS') sorted.refusal = error;
    else if (error && !isRetryable(error.code)) sorted.failed.push({ id: cellId, errorCode: error.code });
    else sorted.full = true;
  }
  return sorted;
}

/** The task that holds the cell's key already: this cell was sent before. */
function takenTask(error: TaskOutcome['error']): string | undefined {
  const taskId = error?.code === 'RESOURCE_ALREADY_EXISTS' ? error.details?.taskId : undefined;
  return typeof taskId === 'string' ? taskId : undefined;
}

/** Whether trying the same again later may help; so it is with a code this side does not know. */
export function isRetryable(code: string): boolean {
  return !isKnown(code) || errorTable[code].retryable;
}

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}
