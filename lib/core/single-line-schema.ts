import { z } from 'zod';

/**
 * A name or label: one line, trimmed, without control characters (which PostgreSQL or a screen could not show).
 * @param empty what to say of nothing; without it nothing is allowed
 */
export function singleLineSchema({ empty, longest = 100 }: { empty?: string; longest?: number }) {
  return z
    .string(empty)
    .trim()
    .min(empty === undefined ? 0 : 1, empty)
    .max(longest, `Use at most ${longest} characters.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Use no line breaks or other control characters.');
}
