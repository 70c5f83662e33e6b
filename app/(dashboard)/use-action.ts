'use client';

import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation';
import { type ChangeEvent, createContext, useCallback, useContext, useState, useTransition } from 'react';
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

/** Explains why no result arrived: the page is older than the server, or the response was lost. */
function getFailureMessage(error: unknown): string {
  return unstable_isUnrecognizedActionError(error)
    ? 'Answerscope was updated, so nothing was saved. Copy your input, reload the page and try again.'
    : 'We couldn’t confirm whether this was saved. Your input is still here. Check in another tab before you retry.';
}

/**
 * Calls a server action: `run` starts it, `busy` is true until the page shows its result, `problem` is the latest
 * failure. If the action requires reauthentication, a dialog asks for it, and the action is then called again.
 * While the browser is offline, Next.js holds the call back until it is online again (`useOffline` in next.config.js).
 */
export function useAction<A extends unknown[], T>(
  action: (...input: A) => Promise<ActionResult<T>>,
  onDone?: (value: T) => void,
) {
  const [problem, setProblem] = useState<Problem | undefined>();
  const [busy, start] = useTransition();
  const askToReauthenticate = useContext(ReauthenticationContext);
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

/**
 * Manages the state of a form in a dialog. Unless `keepsDraft`, opening the dialog shows the `stored` values.
 * @param actions the server actions that the form calls; the dialog shows their state
 * @param keepsDraft whether the input is kept when the dialog is closed without saving
 */
export function useFormDialog<V extends object>(
  stored: V,
  actions: readonly Pick<ReturnType<typeof useAction>, 'busy' | 'problem' | 'clear'>[],
  keepsDraft = false,
) {
  const [open, setOpen] = useState(false);
  const [values, setValues] = useState(stored);
  const [original, setOriginal] = useState(stored);
  const problem = actions.find((action) => action.problem)?.problem;
  const hasFieldError = Object.keys(stored).some((name) => getFieldMessage(problem, name));
  const change = (part: Partial<V>) => setValues((before) => ({ ...before, ...part }));
  const reset = () => {
    setValues(stored);
    setOriginal(stored);
  };
  return {
    values,
    change,
    problem,
    /** The values when the form was opened, with which the server detects concurrent changes. Undefined after it has reported one, so that saving again overwrites that change. */
    original: getFieldMessage(problem, 'original') ? undefined : original,
    close: () => {
      setOpen(false);
      reset();
    },
    /** Returns the props of a text field. */
    field: (name: keyof V & string) => ({
      value: String(values[name]),
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setValues((before) => ({ ...before, [name]: target.value })),
      error: getFieldMessage(problem, name),
    }),
    /** Props of the `FormDialog`. */
    dialog: {
      open,
      onOpenChange: (next: boolean) => {
        setOpen(next);
        for (const { clear } of actions) clear();
        if (next && !keepsDraft) reset();
      },
      busy: actions.some(({ busy }) => busy),
      problem: hasFieldError ? undefined : problem?.message,
    },
  };
}
