import { errorTable } from '#lib/core/errors';

const unreadableMessage = 'The answer has an unknown format. It is stored, but not included in metrics.';
const providerMessage =
  'The engine’s provider gave no answer or refused the request. See API & webhooks → Providers, then retry.';
const unknownMessage = 'The engine returned no answer and gave no reason.';

/** Messages of run items for error codes whose message in the error table addresses API clients. */
const itemMessages = new Map([
  ['INSUFFICIENT_CREDITS', 'The month’s credits were used up before this prompt was sent.'],
  [
    'INVALID_OR_EXPIRED_API_KEY',
    'Answerscope’s API rejected the dashboard’s API key, so this prompt was not sent.',
  ],
  [
    'RESOURCE_NOT_FOUND',
    'Answerscope’s API has no task for this prompt. It may have been deleted before its answer arrived.',
  ],
]);

interface Failure {
  status: string;
  errorCode: string | null;
  /** What the service said about it; null if it is the general message of the code. */
  errorMessage: string | null;
}

/** Describes why a run item has no usable answer. */
export function describeFailure({ status, errorCode, errorMessage }: Failure): string {
  if (status === 'unreadable') return unreadableMessage;
  if (errorCode === null) return unknownMessage;
  const itemMessage = itemMessages.get(errorCode);
  if (itemMessage) return itemMessage;
  if (errorMessage) return errorMessage;
  if (errorCode === 'EXTERNAL_SERVICE_ERROR') return providerMessage;
  const entry = Object.entries(errorTable).find(([code]) => code === errorCode)?.[1];
  return entry?.message ?? `Answerscope’s API rejected the request with the code ${errorCode}.`;
}

/** Messages of runs for error codes whose message in the error table addresses API clients. */
const runMessages = new Map([
  [
    'INVALID_OR_EXPIRED_API_KEY',
    'Answerscope’s API rejected the dashboard’s API key, because it was revoked or has expired. An owner or admin can replace it under API & webhooks. You can then retry the remaining prompts here.',
  ],
]);

/** Describes an error that stopped a run, with what to do about it. */
export function describeRunError(code: string, message: string): string {
  return runMessages.get(code) ?? message;
}
