import { z } from 'zod';

/**
 * Parts of a vendor's answer that are welcome but not the answer: what has another shape than expected counts as
 * absent, so that a new or broken extra does not cost the text.
 */
export const someText = z.string().nullish().catch(undefined);
export const someNumber = z.number().nullish().catch(undefined);
export const someFlag = z.boolean().nullish().catch(undefined);

/** An object, all of whose fields may be absent; another value counts as one without any. Unknown keys stay. */
export function someObject<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.preprocess(
    (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}),
    z.looseObject(shape),
  );
}

/** A list whose places are kept, for others refer to them by number; another value counts as absent. */
export function someList<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => (Array.isArray(value) ? value : undefined), z.array(item).optional());
}
