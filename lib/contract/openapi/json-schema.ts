import { z } from 'zod';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** The side that a schema describes: a request (`input`) or a response (`output`). */
export type Direction = 'input' | 'output';

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Builds a reference to a named schema. */
export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/**
 * Converts named zod schemas to schemas of an OpenAPI 3.1 document (JSON Schema 2020-12), which refer to each
 * other by name. Omits fields marked `undocumented`.
 */
export function describeSchemas(
  schemasByName: Record<string, z.ZodType>,
  io: Direction,
): Record<string, JsonObject> {
  const registry = z.registry<{ id?: string }>();
  for (const [id, schema] of Object.entries(schemasByName)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.keys(schemasByName).map((id) => [id, cleanSchema(toPlainJson(schemas[id]), io)]),
  );
}

/** Converts a zod schema to an inline schema. */
export function describeSchema(schema: z.ZodType, io: Direction): JsonObject {
  return cleanSchema(toPlainJson(z.toJSONSchema(schema, { io })), io);
}

function toPlainJson(schema: unknown): JsonObject {
  const copy: Json = JSON.parse(JSON.stringify(schema ?? {}));
  return isObject(copy) ? copy : {};
}

/** Keywords that don't help readers. */
const omittedKeywords = ['$schema', '$id', 'propertyNames'];
/** Keywords whose value is data, not a schema. */
const dataKeywords = new Set(['enum', 'const', 'default', 'examples', 'required', 'example']);
/** Keywords whose value is a map of schemas. */
const mapKeywords = new Set(['properties']);

function cleanSchema(schema: JsonObject, io: Direction): JsonObject {
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(io === 'input' ? hoistNull(schema) : schema)) {
    if (omittedKeywords.includes(keyword)) continue;
    if (keyword === 'pattern' && schema.format !== undefined) continue;
    // Omitted, because `false` would forbid fields that later versions add, and an empty schema says nothing.
    if (keyword === 'additionalProperties' && value !== true) continue;
    if (
      (keyword === 'minimum' || keyword === 'maximum') &&
      Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
    )
      continue;
    result[keyword] = dataKeywords.has(keyword) ? value : cleanValue(value, io, mapKeywords.has(keyword));
  }
  return result;
}

function cleanValue(value: Json, io: Direction, isMap: boolean): Json {
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, io, false));
  if (!isObject(value)) return value;
  if (!isMap) return cleanSchema(value, io);
  const entries = Object.entries(value)
    .map(([name, item]) => [name, isObject(item) ? cleanSchema(item, io) : item] as const)
    .filter(([, item]) => !(isObject(item) && item.undocumented === true));
  return Object.fromEntries(entries);
}

/**
 * Writes a schema that allows null in the shortest form, with its description at the top: `type: ['string', 'null']`
 * instead of an `anyOf` of a schema and null.
 */
function hoistNull(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || !anyOf.some(isNullSchema)) return schema;
  const [only, ...others] = anyOf.filter((item) => !isNullSchema(item));
  if (!isObject(only) || others.length > 0) return schema;
  if (Array.isArray(only.anyOf)) return { ...only, ...rest, anyOf: [...only.anyOf, { type: 'null' }] };
  if (only.undocumented === true) return only;
  if (typeof only.type !== 'string') return schema;
  return {
    ...only,
    ...rest,
    type: [only.type, 'null'],
    ...(Array.isArray(only.enum) && { enum: [...only.enum, null] }),
  };
}

const isNullSchema = (schema: Json) => isObject(schema) && schema.type === 'null';

/** Returns a schema that does not allow null. */
export function removeNull(schema: JsonObject): JsonObject {
  const { anyOf, type, enum: values } = schema;
  if (Array.isArray(anyOf)) {
    const [only, ...others] = anyOf.filter((item) => !isNullSchema(item));
    if (isObject(only) && others.length === 0) {
      const { anyOf: _, ...rest } = schema;
      return { ...only, ...rest };
    }
    return { ...schema, anyOf: anyOf.filter((item) => !isNullSchema(item)) };
  }
  if (!Array.isArray(type)) return schema;
  return {
    ...schema,
    type: type.find((item) => item !== 'null') ?? 'null',
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  };
}
