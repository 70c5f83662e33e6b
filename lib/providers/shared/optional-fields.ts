import { z } from 'zod';

/**
 * Schemas for the optional parts of a provider's response: a value of an unexpected type counts as absent, so
 * that a new or broken field does not cost the whole answer.
 */
export const optionalText = z.string().nullish().catch(undefined);
export const optionalNumber = z.number().nullish().catch(undefined);
export const optionalBoolean = z.boolean().nullish().catch(undefined);

/** Accepts any value; what is not an object counts as `{}`. Keeps unknown keys. */
export function lenientObject<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.preprocess(
    (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}),
    z.looseObject(shape),
  );
}

/** Accepts any value; what is not an array counts as absent. Keeps every entry, since indexes refer to them. */
export function lenientArray<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => (Array.isArray(value) ? value : undefined), z.array(item).optional());
}

type NonEmpty<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** Drops null, blank strings, numbers that are not finite, empty arrays and empty objects. */
export function omitEmpty<T extends object>(fields: T): NonEmpty<T> {
  const kept: NonEmpty<T> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value != null && !isEmpty(value)) kept[name] = value;
  }
  return kept;
}

function isEmpty(value: NonNullable<unknown>): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Returns the values that are neither null nor `''`, each once, in order. */
export function distinctTexts(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.flatMap((value) => value || []))];
}
