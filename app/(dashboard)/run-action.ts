import { revalidatePath } from 'next/cache';
import { unstable_rethrow } from 'next/navigation';
import { describeError, type FieldError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Context } from '#lib/dashboard/session/session';
import { getContext, getCurrentUser } from '../session';

/** Result of a server action: its value, or an error message and the fields it concerns. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; message: string; fields: FieldError[] };

const signedOutMessage =
  'You’ve been signed out. Your input is still here. Sign in again in another tab, then retry.';
const failedMessage = 'Something went wrong. Your input is still here. Try again in a moment.';

/**
 * Runs `work` as the signed-in member. An expired session is an error, not a redirect that would discard the input.
 * @param changedPath path whose pages, and all below it, are rendered again after success
 */
export async function runAction<T>(
  work: (context: Context) => Promise<T>,
  changedPath?: string,
): Promise<ActionResult<T>> {
  return catchActionErrors(async () => {
    if (!(await getCurrentUser())) return { ok: false, message: signedOutMessage, fields: [] };
    const value = await work(await getContext());
    if (changedPath) revalidatePath(changedPath, 'layout');
    return { ok: true, value };
  });
}

/** Converts service errors to action results; logs any other error. */
export async function catchActionErrors<T>(work: () => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    return await work();
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof ServiceError && error.code !== 'INTERNAL_SERVER_ERROR') {
      return { ok: false, message: error.message, fields: error.fields ?? [] };
    }
    log.error({ error: describeError(error) }, 'server action failed');
    return { ok: false, message: failedMessage, fields: [] };
  }
}
