import { z } from 'zod';
import { type FieldError, ServiceError } from '#lib/core/errors';

/**
 * Parses input of a form or an action. The error's message is that of the first field, so schemas use full sentences.
 * @throws ServiceError VALIDATION_ERROR with every invalid field
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields = toFieldErrors(parsed.error);
  throw new ServiceError('VALIDATION_ERROR', { message: fields[0]?.message, fields });
}

/** Schema of the days for which a replaced key or secret stays valid; 0 ends it immediately. */
export const overlapDaysSchema = z
  .int('Enter a whole number of days.')
  .min(0, 'The overlap cannot be negative.')
  .max(30, 'The overlap is at most 30 days.');

/** Builds a VALIDATION_ERROR whose message is the path and the message of the first field. */
export function validationError(fields: FieldError[]): ServiceError {
  const [first] = fields;
  const message = first?.field ? `${first.field}: ${first.message}` : first?.message;
  return new ServiceError('VALIDATION_ERROR', { message, fields });
}

/**
 * Maps the issues of a schema to fields with dotted paths.
 * @param parent path of the validated value in the request, such as `payload`
 */
export function toFieldErrors(error: z.ZodError | undefined, parent?: string): FieldError[] {
  const parentPath = parent === undefined ? [] : [parent];
  return (error?.issues ?? []).flatMap(selectUnionIssues).map(({ path, message }) => ({
    field: [...parentPath, ...path].join('.'),
    message,
  }));
}

/**
 * Returns the issues of a value. For a union, these are the issues of the first branch that has issues only in its fields, or
 * else the issue of the union.
 */
function selectUnionIssues(issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, 'path' | 'message'>[] {
  const branches = issue.code === 'invalid_union' ? issue.errors : [];
  const branch = branches.find((issues) => issues.every(({ path }) => path.length > 0));
  return branch?.map(({ path, message }) => ({ path: [...issue.path, ...path], message })) ?? [issue];
}

/**
 * Creates the schema of a name or label: one line, trimmed, without control characters, which cannot be displayed.
 * @param required error message for an empty value; without it, an empty value is valid
 */
export function singleLineSchema({ required, maxLength = 100 }: { required?: string; maxLength?: number }) {
  return z
    .string(required)
    .trim()
    .min(required === undefined ? 0 : 1, required)
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Remove line breaks and other control characters.');
}

/** The text of a CSV file in a form. Its lines are parsed later. */
export const csvSchema = z.string('Choose a CSV file, or paste its text.');

/** Reads a body of at most `maxBytes`; undefined if it is larger. */
export async function readLimitedBody(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Returns whether JSON text is nested deeper than `maxDepth`. Checked before parsing, because parsers and databases
 * have different recursion limits. Only counts brackets outside strings; the parser still has to validate the text.
 */
export function exceedsJsonDepth(text: string, maxDepth: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}
