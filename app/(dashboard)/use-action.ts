'use client';

import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation';
import { useCallback, useState, useTransition } from 'react';
import type { FieldError } from '#lib/core/errors';
import type { ActionResult } from './run-action';

interface Problem {
  message: string;
  fields: FieldError[];
}

/** Why no outcome came back: the page is older than the server, or nobody knows. */
function lostMessage(error: unknown): string {
  return unstable_isUnrecognizedActionError(error)
    ? 'Answerscope was updated while this page was open, so nothing was done. Copy what you wrote, reload the page and try again.'
    : 'The server did not say whether this was done. What you wrote is still here: look in another tab before you try again.';
}

/**
 * Calls a server action from a screen: `run` starts it, `busy` lasts until the page shows its outcome, `problem`
 * is the sentence of a failure until the next try. Without a connection it waits for one (see `OfflineNotice`).
 */
export function useAction<A extends unknown[], T>(
  action: (...input: A) => Promise<ActionResult<T>>,
  onDone?: (value: T) => void,
) {
  const [problem, setProblem] = useState<Problem | undefined>();
  const [busy, start] = useTransition();
  const run = (...input: A) =>
    start(async () => {
      setProblem(undefined);
      const result = await action(...input).catch((error: unknown): ActionResult<T> => {
        // A redirect, which leads away.
        unstable_rethrow(error);
        return { ok: false, message: lostMessage(error), fields: [] };
      });
      if (result.ok) onDone?.(result.value);
      else setProblem({ message: result.message, fields: result.fields });
    });
  const clear = useCallback(() => setProblem(undefined), []);
  return { run, busy, problem, clear };
}

/** The message about one field, if the problem names it. */
export function fieldMessage(problem: Problem | undefined, field: string): string | undefined {
  return problem?.fields.find((one) => one.field === field || one.field.startsWith(`${field}.`))?.message;
}
