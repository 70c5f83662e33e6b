import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { oneLine } from '#lib/core/one-line';
import { isDay } from '#lib/dashboard/analytics/days';

/** What a person writes on a day. */
export const noteInputSchema = z.object({
  day: z.string().refine(isDay, 'Choose a day.'),
  text: oneLine({ empty: 'Write what happened on this day.', longest: 200 }),
});

export type NoteInput = z.input<typeof noteInputSchema>;

export function noteNotFound(): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such note. It may have been deleted.',
  });
}
