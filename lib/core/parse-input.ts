import type { z } from 'zod';
import { ServiceError } from '#lib/core/errors';

/**
 * Reads what a person or a program typed. The message is the first wrong field's, so schemas give full sentences.
 * @throws ServiceError VALIDATION_ERROR with every wrong field, as dotted paths
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  const [first] = fields;
  throw new ServiceError('VALIDATION_ERROR', {
    message: first?.message,
    fields,
  });
}
