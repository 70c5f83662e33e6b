/** The documented shape of a value: a JSON type (`|null` if nullable), an array of one shape, or an object. */
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
 * Describes how a value differs from its shape: missing and undocumented fields, and wrong types. Fields whose name
 * ends in a question mark may be absent; no field may be null unless its type allows it.
 * @param seenArrays receives the path of every array that is not empty
 */
export function findDifferences(value: unknown, shape: Shape, seenArrays: Set<string>, path = ''): string[] {
  if (typeof shape === 'string') return hasType(value, shape) ? [] : [`${path} is not of type ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is not an array`];
    if (value.length > 0) seenArrays.add(path);
    return value.flatMap((item) => findDifferences(item, shape[0], seenArrays, `${path}[]`));
  }
  if (!isRecord(value)) return [`${path} is not an object`];
  const fields = Object.entries(shape).map(([name, inner]) => ({
    name: name.replace('?', ''),
    inner,
    isOptional: name.endsWith('?'),
  }));
  const known = new Set(fields.map(({ name }) => name));
  const undocumented = Object.keys(value).filter((name) => !known.has(name));
  return [
    ...undocumented.map((name) => `${path}.${name} is undocumented`),
    ...fields.flatMap(({ name, inner, isOptional }) => {
      if (name in value) return findDifferences(value[name], inner, seenArrays, `${path}.${name}`);
      return isOptional ? [] : [`${path}.${name} is missing`];
    }),
  ];
}

/** Lists the paths of all arrays in a shape. */
export function listArrayPaths(shape: Shape, path = ''): string[] {
  if (typeof shape === 'string') return [];
  if (isList(shape)) return [path, ...listArrayPaths(shape[0], `${path}[]`)];
  return Object.entries(shape).flatMap(([name, inner]) =>
    listArrayPaths(inner, `${path}.${name.replace('?', '')}`),
  );
}

function hasType(value: unknown, type: Extract<Shape, string>): boolean {
  if (type === 'any') return value !== undefined && value !== null;
  if (type === 'string|null') return value === null || typeof value === 'string';
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
