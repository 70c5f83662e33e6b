import { z } from 'zod';
import { fieldInfo } from '#lib/providers/shared/response-fields';

const text = z.string().nullish().catch(undefined);
const number = z.number().nullish().catch(undefined);

/** Returns the shape of an object whose fields are all optional strings. */
function texts<K extends string>(...names: K[]): Record<K, typeof text>;
function texts(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, text]));
}

/** Returns the shape of an object whose fields are all optional numbers. */
function numbers<K extends string>(...names: K[]): Record<K, typeof number>;
function numbers(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, number]));
}

/** Returns a schema that accepts any value; anything but an object counts as `{}`. Keeps unknown keys. */
function object<S extends z.core.$ZodLooseShape>(shape: S) {
  return z
    .preprocess(
      (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}),
      z.looseObject(shape),
    )
    .register(fieldInfo, { types: ['object', 'null'] });
}

/**
 * Returns a schema that accepts any value; anything but an array counts as absent. Keeps unusable entries, because
 * answers refer to sources by their index in the array.
 */
function array<T extends z.ZodType>(item: T) {
  return z
    .preprocess((value) => (Array.isArray(value) ? value : undefined), z.array(item).optional())
    .register(fieldInfo, { types: ['array', 'null'] });
}

/**
 * Schemas for the optional parts of a provider's response: a value of an unexpected type counts as absent, so that
 * a new or broken field does not invalidate the whole answer.
 */
export const lenient = {
  text,
  number,
  boolean: z.boolean().nullish().catch(undefined),
  texts,
  numbers,
  object,
  array,
};
