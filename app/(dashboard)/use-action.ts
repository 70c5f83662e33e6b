'use client';

import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation';
import { createContext, useCallback, useContext, useState, useTransition } from 'react';
import { AuthError } from '#components/auth/auth-form';
import { useReportOutdatedPage } from '#components/layout/outdated-page';
import type { ActionResult } from './create-action';

/** A request to reauthenticate the user, made by an action that requires it. */
export interface ReauthenticationRequest {
  /** Called after the user has reauthenticated. */
  onDone: () => void;
  onCancel: () => void;
}

/** Opens the shared reauthentication dialog; null outside the dashboard. */
export const ReauthenticationContext = createContext<((request: ReauthenticationRequest) => void) | null>(
  null,
);

type Problem = Pick<Extract<ActionResult<never>, { ok: false }>, 'message' | 'fields'>;

/** Explains why no result arrived: the browser refused a passkey, the page is older than the server, or the response was lost. */
function getFailureMessage(error: unknown): string {
  if (error instanceof AuthError) return error.message;
  return unstable_isUnrecognizedActionError(error)
    ? 'Answerscope was updated, so nothing was saved. Copy your input, reload the page and try again.'
    : 'We couldn’t confirm whether this was saved. Your input is still here. Check in another tab before you retry.';
}

/**
 * Calls a server action: `run` starts it, `busy` is true until the page shows its result, `problem` is the latest
 * failure. If the action requires reauthentication, a dialog asks for it, and the action is then called again.
 * If the page was rendered for another organization than the current one, a notice offers to reload it.
 * While the browser is offline, Next.js holds the call back until it is online again (`useOffline` in next.config.js).
 */
export function useAction<A extends unknown[], T>(
  action: (...input: A) => Promise<ActionResult<T>>,
  onDone?: (value: T) => void,
) {
  const [problem, setProblem] = useState<Problem | undefined>();
  const [busy, start] = useTransition();
  const askToReauthenticate = useContext(ReauthenticationContext);
  const reportOutdatedPage = useReportOutdatedPage();
  const run = (...input: A) =>
    start(async () => {
      setProblem(undefined);
      const result = await action(...input).catch((error: unknown): ActionResult<T> => {
        // Next.js signals redirects by throwing.
        unstable_rethrow(error);
        return { ok: false, message: getFailureMessage(error), fields: [] };
      });
      if (result.ok) return onDone?.(result.value);
      const show = () => setProblem({ message: result.message, fields: result.fields });
      if (result.isPageOutdated) reportOutdatedPage?.();
      if (!result.needsReauthentication || !askToReauthenticate) return show();
      askToReauthenticate({ onDone: () => run(...input), onCancel: show });
    });
  const clear = useCallback(() => setProblem(undefined), []);
  return { run, busy, problem, clear };
}

/** Returns the error message of a field or of a part of it, such as `recipients.0`. */
export function getFieldMessage(problem: Problem | undefined, field: string): string | undefined {
  return problem?.fields.find((error) => error.field === field || error.field.startsWith(`${field}.`))
    ?.message;
}
