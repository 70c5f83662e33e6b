import { z } from 'zod';
import { ServiceError } from '#lib/core/errors';

/** A screen under filters, kept under a name for all members of a project. */
export interface SavedView {
  id: string;
  name: string;
  /** The screen's part of the address: `overview`, `sources`. */
  screen: string;
  /** The query string of its filters; empty for none. */
  query: string;
}

export const viewNameSchema = z
  .string()
  .trim()
  .min(1, 'Give the view a name.')
  .max(60, 'Keep the name within 60 characters.')
  .refine((name) => !name.includes('\0'), 'A name cannot hold this character.');

export const savedViewSchema = z.object({
  name: viewNameSchema,
  screen: z.string().regex(/^[a-z][a-z-]{0,39}$/, 'This screen cannot be kept.'),
  query: z
    .string()
    .max(4_000, 'There are too many filters to keep. Remove some and save again.')
    .refine((query) => !query.includes('\0'), 'These filters cannot be kept.'),
});

export type SavedViewInput = z.input<typeof savedViewSchema>;

export function viewNotFound(): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such view. It may have been deleted.',
  });
}
