import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { invalidField } from '#lib/core/errors';
import { parseInput } from '#lib/core/validation';

interface Seen {
  /** What it is called in the sentence. */
  name: string;
  seen: unknown;
  stored: unknown;
}

/**
 * Refuses a change to what is no longer as its form showed it, so that nobody's work is replaced unnoticed.
 * @param schema what the form changes; the rest is not compared
 * @throws ServiceError VALIDATION_ERROR with the field `seen`
 */
export function requireUnchanged(schema: z.ZodType, { name, seen, stored }: Seen): void {
  if (isDeepStrictEqual(parseInput(schema, seen), parseInput(schema, stored))) return;
  throw invalidField(
    'seen',
    `${name} was changed meanwhile, by someone else or in another tab. Reload the page to see it as it is now, or save again to replace it.`,
  );
}
