/** A value as the document writes it: a JSON type, `null` after a bar where it says nullable, lists and objects. */
export type Shape =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'any'
  | 'string|null'
  | readonly [Shape]
  | { readonly [field: string]: Shape };

/**
 * What differs between a value and its shape: fields that lack, that the document does not have, or of another
 * type. A field with a question mark may be absent, none may be null.
 * @param seen gets the path of every list that had an entry, so that a test can tell what it looked at
 */
export function differences(value: unknown, shape: Shape, seen: Set<string>, path = ''): string[] {
  if (typeof shape === 'string') return isOf(shape, value) ? [] : [`${path} is no ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    if (value.length > 0) seen.add(path);
    return value.flatMap((one) => differences(one, shape[0], seen, `${path}[]`));
  }
  if (!isRecord(value)) return [`${path} is no object`];
  const fields = Object.entries(shape).map(([name, inner]) => ({
    name: name.replace('?', ''),
    inner,
    isOptional: name.endsWith('?'),
  }));
  const known = new Set(fields.map(({ name }) => name));
  const strange = Object.keys(value).filter((name) => !known.has(name));
  return [
    ...strange.map((name) => `${path}.${name} is not in the document`),
    ...fields.flatMap(({ name, inner, isOptional }) => {
      if (name in value) return differences(value[name], inner, seen, `${path}.${name}`);
      return isOptional ? [] : [`${path}.${name} lacks`];
    }),
  ];
}

/** The path of every list in a shape. */
export function listsIn(shape: Shape, path = ''): string[] {
  if (typeof shape === 'string') return [];
  if (isList(shape)) return [path, ...listsIn(shape[0], `${path}[]`)];
  return Object.entries(shape).flatMap(([name, inner]) => listsIn(inner, `${path}.${name.replace('?', '')}`));
}

function isOf(type: Extract<Shape, string>, value: unknown): boolean {
  if (type === 'any') return value !== undefined && value !== null;
  if (type === 'string|null') return value === null || typeof value === 'string';
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
