import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { isDay } from '#lib/dashboard/metrics/days';

export const longestNote = 200;

/** What a person writes on a day. */
export const noteInputSchema = z.object({
  day: z.string().refine(isDay, 'Choose a day.'),
  text: z
    .string()
    .trim()
    .min(1, 'Write what happened on this day.')
    .max(longestNote, `Keep a note within ${longestNote} characters.`)
    .refine((text) => !text.includes('\0'), 'A note cannot hold this character.'),
});

export type NoteInput = z.input<typeof noteInputSchema>;

export function noteNotFound(): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such note. It may have been deleted.',
  });
}
