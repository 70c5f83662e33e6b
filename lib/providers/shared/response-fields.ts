import { z } from 'zod';

/** The types of JSON values. */
export type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** What a schema of a provider's response does not say by itself. */
interface FieldInfo {
  /** The types that a schema reads although it accepts any value. */
  types?: readonly JsonType[];
  /** Whether an answer is useless without the field. */
  isNeeded?: boolean;
}

export const fieldInfo = z.registry<FieldInfo>();

/** The schemas that read a value after the rest of the response. */
const laterSchemas = new WeakMap<z.ZodType, () => z.ZodType>();

/**
 * Returns a copy of a schema that marks its field as needed: the daily check fails if the object that contains the field
 * is in a response and the field is not. It changes nothing about parsing.
 */
export function needed<S extends z.ZodType>(schema: S): S {
  const copy = schema.clone();
  fieldInfo.add(copy, { isNeeded: true });
  return copy;
}

/**
 * Returns a schema of a value that is read later, because how depends on other fields, or because it is nested in
 * itself. It accepts any value.
 * @param getSchema returns the schema that reads the value
 */
export function readLater(getSchema: () => z.ZodType): z.ZodUnknown {
  const schema = z.unknown();
  laterSchemas.set(schema, getSchema);
  return schema;
}

/** Returns the schema that reads a value of a `readLater` schema; undefined for other schemas. */
export function getLaterSchema(schema: z.ZodType): z.ZodType | undefined {
  return laterSchemas.get(schema)?.();
}
