import { z } from 'zod';
import { fieldInfo, getLaterSchema, type JsonType } from '#lib/providers/shared/response-fields';

/** What a schema reads of a JSON value. */
export interface ReadValue {
  /** The types that it reads; undefined if it reads values of any type. */
  types: ReadonlySet<JsonType> | undefined;
  /** The fields that it reads of an object; several maps if the object can have several forms. */
  forms: ReadonlyMap<string, z.ZodType>[];
  /** The schema of the items of an array. */
  item?: z.ZodType | undefined;
  /** The schema of the values of an object whose keys are data. */
  value?: z.ZodType | undefined;
}

/** Returns whether an answer is useless without the field: it is marked as needed, or parsing fails without it. */
export function isNeeded(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodIntersection) {
    return isNeeded(toSchema(schema.def.left)) || isNeeded(toSchema(schema.def.right));
  }
  return isMarked(schema) || !schema.safeParse(undefined).success;
}

function isMarked(schema: z.ZodType): boolean {
  if (fieldInfo.get(schema)?.isNeeded) return true;
  const inner = unwrap(schema);
  return inner !== undefined && isMarked(inner);
}

/**
 * Describes what a schema reads, from the schema itself and what `fieldInfo` adds. A preprocessing step may accept more
 * than the schema after it, so its types count as unknown unless `fieldInfo` has them.
 */
export function describeSchema(schema: z.ZodType): ReadValue {
  const later = getLaterSchema(schema);
  if (later) return describeSchema(later);
  const types = fieldInfo.get(schema)?.types;
  const described = describeStructure(schema);
  return types ? { ...described, types: new Set(types) } : described;
}

function describeStructure(schema: z.ZodType): ReadValue {
  const inner = unwrap(schema);
  if (inner) {
    const { types, ...rest } = describeSchema(inner);
    return { ...rest, types: types && schema instanceof z.ZodNullable ? new Set([...types, 'null']) : types };
  }
  if (schema instanceof z.ZodPipe) {
    const input = toSchema(schema.in);
    return input.type === 'transform'
      ? { ...describeSchema(toSchema(schema.out)), types: undefined }
      : describeSchema(input);
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([key, field]) => [key, toSchema(field)] as const);
    return { types: new Set(['object']), forms: [new Map(fields)] };
  }
  if (schema instanceof z.ZodArray) {
    return { types: new Set(['array']), forms: [], item: toSchema(schema.element) };
  }
  if (schema instanceof z.ZodRecord) {
    return { types: new Set(['object']), forms: [], value: toSchema(schema.valueType) };
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.map((option) => describeSchema(toSchema(option))).reduce(unite);
  }
  if (schema instanceof z.ZodIntersection) {
    const { left, right } = schema.def;
    return intersect(describeSchema(toSchema(left)), describeSchema(toSchema(right)));
  }
  return { types: describePrimitive(schema), forms: [] };
}

function describePrimitive(schema: z.ZodType): ReadonlySet<JsonType> | undefined {
  if (schema instanceof z.ZodLiteral) return new Set([...schema.values].map(getJsonType));
  switch (schema.type) {
    case 'string':
    case 'enum':
    case 'template_literal':
      return new Set(['string']);
    case 'number':
    case 'int':
      return new Set(['number']);
    case 'boolean':
      return new Set(['boolean']);
    case 'null':
      return new Set(['null']);
    default:
      return undefined;
  }
}

/** Returns the schema inside a wrapper, which reads the same value; undefined if the schema is no wrapper. */
function unwrap(schema: z.ZodType): z.ZodType | undefined {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy;
  return isWrapper ? toSchema(schema.unwrap()) : undefined;
}

function toSchema(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('The response schema has a part that is not a zod schema.');
}

/** Combines the descriptions of a value that has one of two forms. */
function unite(left: ReadValue, right: ReadValue): ReadValue {
  return {
    types: left.types && right.types && new Set([...left.types, ...right.types]),
    forms: [...left.forms, ...right.forms],
    item: combine(left.item, right.item, (a, b) => z.union([a, b])),
    value: combine(left.value, right.value, (a, b) => z.union([a, b])),
  };
}

/** Combines the descriptions of a value that two schemas read. */
function intersect(left: ReadValue, right: ReadValue): ReadValue {
  const rightForms = right.forms.length > 0 ? right.forms : anyForms;
  const leftForms = left.forms.length > 0 ? left.forms : anyForms;
  return {
    types: combineTypes(left.types, right.types),
    forms: leftForms.flatMap((a) => rightForms.map((b) => mergeForms(a, b))),
    item: combine(left.item, right.item, (a, b) => z.intersection(a, b)),
    value: combine(left.value, right.value, (a, b) => z.intersection(a, b)),
  };
}

function combineTypes(left: ReadValue['types'], right: ReadValue['types']): ReadValue['types'] {
  if (!left || !right) return left ?? right;
  return new Set([...left].filter((type) => right.has(type)));
}

const anyForms: ReadValue['forms'] = [new Map()];

function mergeForms(left: ReadonlyMap<string, z.ZodType>, right: ReadonlyMap<string, z.ZodType>) {
  const merged = new Map(left);
  for (const [key, schema] of right) {
    const other = left.get(key);
    merged.set(key, other === undefined ? schema : z.intersection(other, schema));
  }
  return merged;
}

function combine(
  left: z.ZodType | undefined,
  right: z.ZodType | undefined,
  create: (left: z.ZodType, right: z.ZodType) => z.ZodType,
): z.ZodType | undefined {
  return left && right ? create(left, right) : (left ?? right);
}

/** Returns the schema of a field of an object; undefined if it is not read. */
export function getFieldSchema({ forms, value }: ReadValue, key: string): z.ZodType | undefined {
  const schemas = forms.flatMap((form) => form.get(key) ?? []);
  return schemas.reduce<z.ZodType | undefined>(
    (all, schema) => combine(all, schema, (a, b) => z.union([a, b])),
    schemas.length === 0 ? value : undefined,
  );
}

export function getJsonType(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}
