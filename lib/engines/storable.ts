/**
 * A vendor's value with every string made storable: PostgreSQL refuses NUL and half surrogate pairs, so each
 * becomes one replacement character. Lengths do not change.
 */
export function storable<T>(value: T): T;
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '\uFFFD').toWellFormed();
  if (Array.isArray(value)) return value.map((item) => storable(item));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storable(item)]));
  }
  return value;
}
