import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { parseInput } from '#lib/core/validation';

interface Seen {
  /** Its name in the error message. */
  name: string;
  seen: unknown;
  stored: unknown;
}

/**
 * Rejects an edit of an object that changed since the form showed it.
 * @param schema the fields that the form edits; other fields are not compared
 * @throws ServiceError VALIDATION_ERROR with the field `seen`
 */
export function requireUnchanged(schema: z.ZodType, { name, seen, stored }: Seen): void {
  if (isDeepStrictEqual(parseInput(schema, seen), parseInput(schema, stored))) return;
  throw invalidField(
    'seen',
    `${name} was changed by someone else or in another tab. Reload the page to see the current version, or save again to overwrite it.`,
  );
}
