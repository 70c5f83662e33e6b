import { z } from 'zod';
import { type FieldError, ServiceError } from '#lib/core/errors';
import { hasInvisibleCharacters } from '#lib/core/invisible-characters';

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

/** Creates the schema of an ID. @param object what it identifies, such as `note` */
export function idSchema(object: string) {
  return z.guid(`The ID of the ${object} is invalid. Reload the page and try again.`);
}

/** The ID of an object to look up. A text that is no ID is valid too: it identifies nothing. */
export const lookupIdSchema = z.string().meta({ format: 'uuid' });

/**
 * Creates the schema of an object as a form showed it, with which concurrent changes are detected. Undefined overwrites them.
 * It can be any stored one, so that forms show no errors of earlier rules.
 */
export function originalSchema<Stored extends object>() {
  return z.custom<Stored>((value) => typeof value === 'object' && value !== null).optional();
}

/** Schema of the days for which a replaced key or secret stays valid; 0 ends it immediately. */
export const overlapDaysSchema = z
  .int('Enter a whole number of days.')
  .min(0, 'The overlap cannot be negative.')
  .max(30, 'The overlap is at most 30 days.');

/**
 * Creates the schema of a `Date` from 1970 to 9999. PostgreSQL cannot store every date of JavaScript.
 * @param message what to enter
 */
export function dateSchema(message: string) {
  return z.date(message).min(new Date(0), message).max(new Date('9999-12-31T23:59:59.999Z'), message);
}

/**
 * Creates the schema of a time from 1970 to 9999: a `Date`, or a text in ISO 8601 with a time zone, which programs enter.
 * @param message what to enter
 */
export function instantSchema(message: string) {
  const text = z.iso.datetime({ offset: true, error: message }).transform((time) => new Date(time));
  const schema = z.union([z.date(), text], message).pipe(dateSchema(message));
  return schema.meta({ type: 'string', format: 'date-time' });
}

/** The schema of a time that is returned: a `Date`, which is a text in ISO 8601 in JSON. */
export const timeSchema = z.date().meta({ type: 'string', format: 'date-time' });

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
 * Creates the schema of a name or label: one line, trimmed, without control characters and other invisible ones, with
 * which two names could look the same.
 * @param required error message for an empty value; without it, an empty value is valid
 */
export function singleLineSchema({ required, maxLength = 100 }: { required?: string; maxLength?: number }) {
  return (
    z
      .string(required)
      .trim()
      .min(required === undefined ? 0 : 1, required)
      // Longer texts are not checked further, because that would take long.
      .max(maxLength, { error: `Use at most ${maxLength} characters.`, abort: true })
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Remove line breaks and other control characters.')
      .refine((text) => !hasInvisibleCharacters(text), invisibleCharactersMessage)
  );
}

const invisibleCharactersMessage =
  'This text contains an invisible character, such as a zero-width space. Type it again instead of pasting it.';

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
