import type { z } from 'zod';

/** A part goes in one round, what it is a part of in the next; the contract's results are four levels deep. */
const maxRounds = 12;

/**
 * A value without the parts that keep it from fitting a schema: first the part that does not fit, then, should the
 * schema insist on that, what it is a part of. A list that the schema insists on and that is not there is empty.
 * @param value JSON
 * @returns the value as the schema reads it; undefined where nothing of it fits
 */
export function mended<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined {
  let current = structuredClone(value);
  for (let round = 0; round < maxRounds; round += 1) {
    const parsed = schema.safeParse(current);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      const isList = issue.code === 'invalid_type' && issue.expected === 'array';
      if (!takeAway(current, issue.path, isList)) return undefined;
    }
    current = withoutGone(current);
  }
  return undefined;
}

/** Stands where an entry of a list was until the round is over, so that the others keep their numbers. */
const gone = Symbol('gone');

/** Whether the part at a path, or the nearest thing it is a part of, could be taken away. */
function takeAway(owner: unknown, [name, ...below]: PropertyKey[], isList: boolean): boolean {
  if (owner === gone) return true;
  if (typeof owner !== 'object' || owner === null || name === undefined) return false;
  const part: unknown = Reflect.get(owner, name);
  if (below.length > 0 && takeAway(part, below, isList)) return true;
  if (part === undefined) return below.length === 0 && isList && Reflect.set(owner, name, []);
  return Array.isArray(owner) ? Reflect.set(owner, name, gone) : Reflect.deleteProperty(owner, name);
}

function withoutGone(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== gone).map(withoutGone);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutGone(item)]));
}
