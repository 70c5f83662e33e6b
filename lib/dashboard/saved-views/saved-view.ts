import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';
import { oneLine } from '#lib/core/one-line';
import { isStorable } from '#lib/core/storable-text';

/** A screen under filters, kept under a name for all members of a project. */
export interface SavedView {
  id: string;
  name: string;
  /** The screen's part of the address: `overview`, `sources`. */
  screen: string;
  /** The query string of its filters; empty for none. */
  query: string;
}

export const viewNameSchema = oneLine({ empty: 'Give the view a name.', longest: 60 });

export const savedViewSchema = z.object({
  name: viewNameSchema,
  screen: z.string().regex(/^[a-z][a-z-]{0,39}$/, 'This screen cannot be kept.'),
  query: z
    .string()
    .max(4_000, 'There are too many filters to keep. Remove some and save again.')
    .refine(isStorable, 'These filters cannot be kept.'),
});

export type SavedViewInput = z.input<typeof savedViewSchema>;

export function viewNotFound(): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such view. It may have been deleted.',
  });
}
