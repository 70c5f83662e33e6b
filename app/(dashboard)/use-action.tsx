'use client';

import { useCallback, useState, useTransition } from 'react';
import type { FieldError } from '#lib/core/errors';
import type { ActionResult } from './act';

interface Problem {
  message: string;
  fields: FieldError[];
}

/**
 * Calls a server action from a screen: `run` starts it, `busy` lasts until the page shows its outcome, `problem`
 * is the sentence of a failure until the next try. A lost connection is a problem like any other.
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
      const result = await action(...input).catch(
        (): ActionResult<T> => ({
          ok: false,
          message: 'The server could not be reached. Nothing was changed; try again.',
          fields: [],
        }),
      );
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
