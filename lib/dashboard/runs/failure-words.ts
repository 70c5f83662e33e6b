import { errorTable } from '#lib/core/errors';
import type { FailedCell } from '#lib/dashboard/runs/failed-cells';

/** What only the dashboard's reader of results and its sweep say of a cell. */
const unreadable =
  'The answer came back in a shape that could not be read. It is kept, and counts in no figure.';
const unknown = 'The engine gave no answer, and no reason.';

/** Where the sentence of a request is not the one for a cell of a run. */
const ofCells = new Map([
  ['INSUFFICIENT_CREDITS', 'The credits of this month were used up before this was asked.'],
  ['INVALID_OR_EXPIRED_API_KEY', 'The service refused the dashboard’s own key, so this was not asked.'],
]);

/** Why a cell brought nothing, as a sentence with what to do about it. */
export function failureWords({ status, errorCode }: Pick<FailedCell, 'status' | 'errorCode'>): string {
  if (status === 'unreadable') return unreadable;
  if (errorCode === null) return unknown;
  const own = ofCells.get(errorCode);
  if (own) return own;
  const entry = Object.entries(errorTable).find(([code]) => code === errorCode)?.[1];
  return entry?.message ?? `The service refused it with the code ${errorCode}.`;
}
