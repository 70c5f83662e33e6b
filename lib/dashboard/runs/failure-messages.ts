import { errorTable } from '#lib/core/errors';
import type { FailedItem } from '#lib/dashboard/runs/list-failed-items';

/** What only the dashboard's reader of results and its sweep say of a cell. */
const unreadableMessage =
  'The answer came back in a shape that could not be read. It is kept, and counts in no figure.';
const unknownMessage = 'The engine gave no answer, and no reason.';

/** Where the sentence of a request is not the one for a cell of a run. */
const itemMessages = new Map([
  ['INSUFFICIENT_CREDITS', 'The credits of this month were used up before this was asked.'],
  ['INVALID_OR_EXPIRED_API_KEY', 'The service refused the dashboard’s own key, so this was not asked.'],
]);

/** Why a cell brought nothing, as a sentence with what to do about it. */
export function describeFailure({ status, errorCode }: Pick<FailedItem, 'status' | 'errorCode'>): string {
  if (status === 'unreadable') return unreadableMessage;
  if (errorCode === null) return unknownMessage;
  const own = itemMessages.get(errorCode);
  if (own) return own;
  const entry = Object.entries(errorTable).find(([code]) => code === errorCode)?.[1];
  return entry?.message ?? `The service refused it with the code ${errorCode}.`;
}

/** What the service's refusal means for a run, where its sentence to a program does not help a reader. */
const runMessages = new Map([
  [
    'INSUFFICIENT_CREDITS',
    'The credits of this month are used up. What was answered stays, what is still on its way is paid for; the rest was not asked. Credits renew on the first of the month; then ask the rest again from here.',
  ],
  [
    'INVALID_OR_EXPIRED_API_KEY',
    'The service refused the dashboard’s own key: it was revoked or has expired. An admin can give it a new one under Developers; then ask the rest again from here.',
  ],
]);

/** A refusal that stopped a run, as a sentence with what to do about it. */
export function describeRefusal(code: string, message: string): string {
  return runMessages.get(code) ?? message;
}
