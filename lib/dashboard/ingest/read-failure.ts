import { z } from 'zod';
import type { TaskRecord } from '#lib/contract/tasks';
import { errorTable } from '#lib/core/errors';
import type { EndedItem } from '#lib/dashboard/runs/run-store';

const taskError = z.object({ code: z.string(), message: z.string().optional().catch(undefined) });
/** In UTF-16 code units. */
const maxMessageLength = 500;

/** Returns the error of a failed task; its message is null if it says no more than the code. */
export function readFailure({ response }: TaskRecord): Pick<EndedItem, 'errorCode' | 'errorMessage'> {
  const { data } = taskError.safeParse(response?.error);
  if (!data) return { errorCode: 'INTERNAL_SERVER_ERROR', errorMessage: null };
  const { code, message = '' } = data;
  const general = Object.entries(errorTable).find(([known]) => known === code)?.[1].message;
  const isSpecific = message !== '' && message !== general;
  return { errorCode: code, errorMessage: isSpecific ? message.slice(0, maxMessageLength) : null };
}
