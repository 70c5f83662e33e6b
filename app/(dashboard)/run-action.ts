import { unstable_rethrow } from 'next/navigation';
import { describeError, type FieldError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Context } from '#lib/dashboard/session/dependencies';
import { getContext, getCurrentUser } from '../session';

/** What a server action gives back to the screen: its value, or a sentence and the fields it is about. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; message: string; fields: FieldError[] };

const signedOutMessage =
  'You are signed out. What you wrote is still here: sign in in another tab, then come back and try again.';
const failedMessage = 'This could not be done just now. What you wrote is still here; try again in a moment.';

/**
 * Runs a verb as the signed-in member, as `answerAction` does. Whose session has ended is told so instead of being led
 * away from what they wrote.
 */
export async function runAction<T>(work: (context: Context) => Promise<T>): Promise<ActionResult<T>> {
  return catchActionErrors(async () => {
    if (!(await getCurrentUser())) return { ok: false, message: signedOutMessage, fields: [] };
    return { ok: true, value: await work(await getContext()) };
  });
}

/** Answers a server action; a failure of the table becomes its sentence, any other is logged. */
export async function catchActionErrors<T>(work: () => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    return await work();
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof ServiceError && error.code !== 'INTERNAL_SERVER_ERROR') {
      return { ok: false, message: error.message, fields: error.fields ?? [] };
    }
    log.error({ error: describeError(error) }, 'a server action failed');
    return { ok: false, message: failedMessage, fields: [] };
  }
}
