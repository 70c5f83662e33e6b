import { unstable_rethrow } from 'next/navigation';
import { describeError, errorTable, type FieldError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Context } from '#lib/dashboard/access/place';
import { currentContext } from '../session';

/** What a server action gives back to the screen: its value, or a sentence and the fields it is about. */
export type ActionResult<T> = { ok: true; value: T } | { ok: false; message: string; fields: FieldError[] };

/** Runs a verb as the signed-in member; a failure of the table becomes its sentence, any other is logged. */
export async function act<T>(work: (context: Context) => Promise<T>): Promise<ActionResult<T>> {
  try {
    return { ok: true, value: await work(await currentContext()) };
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof ServiceError && error.code !== 'INTERNAL_SERVER_ERROR') {
      return { ok: false, message: error.message, fields: error.fields ?? [] };
    }
    log.error({ error: describeError(error) }, 'a server action failed');
    return { ok: false, message: errorTable.INTERNAL_SERVER_ERROR.message, fields: [] };
  }
}
