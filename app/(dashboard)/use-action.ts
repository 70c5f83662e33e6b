'use client';

import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation';
import { useCallback, useState, useTransition } from 'react';
import type { FieldError } from '#lib/core/errors';
import type { ActionResult } from './run-action';

interface Problem {
  message: string;
  fields: FieldError[];
}

/** Explains why no result arrived: the page is older than the server, or the connection failed. */
function getFailureMessage(error: unknown): string {
  return unstable_isUnrecognizedActionError(error)
    ? 'Answerscope was updated, so nothing was saved. Copy your input, reload the page and try again.'
    : 'We couldn’t confirm whether this was saved. Your input is still here. Check in another tab before you retry.';
}

/**
 * Calls a server action: `run` starts it, `busy` is true until the page shows its result, `problem` is the latest
 * failure. Offline, it waits for a connection (see `OfflineNotice`).
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
        // Next.js signals redirects by throwing.
        unstable_rethrow(error);
        return { ok: false, message: getFailureMessage(error), fields: [] };
      });
      if (result.ok) onDone?.(result.value);
      else setProblem({ message: result.message, fields: result.fields });
    });
  const clear = useCallback(() => setProblem(undefined), []);
  return { run, busy, problem, clear };
}

/** Returns the error message of one field. */
export function fieldMessage(problem: Problem | undefined, field: string): string | undefined {
  return problem?.fields.find((one) => one.field === field || one.field.startsWith(`${field}.`))?.message;
}
