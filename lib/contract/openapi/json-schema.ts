import { z } from 'zod';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Whether a schema describes a request (`input`) or a response (`output`). */
export type Direction = 'input' | 'output';

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/**
 * Converts named zod schemas to schemas of an OpenAPI 3.1 document (JSON Schema 2020-12), which refer to each other by
 * name. Omits fields marked `undocumented`.
 */
export function describeSchemas(named: Record<string, z.ZodType>, io: Direction): Record<string, JsonObject> {
  const registry = z.registry<{ id?: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.keys(named).map((id) => [id, tidy(plain(schemas[id]), io)]));
}

/** Converts a zod schema to an inline schema. */
export function describeSchema(schema: z.ZodType, io: Direction): JsonObject {
  return tidy(plain(z.toJSONSchema(schema, { io })), io);
}

function plain(schema: unknown): JsonObject {
  const copy: Json = JSON.parse(JSON.stringify(schema ?? {}));
  return isObject(copy) ? copy : {};
}

/** Keywords without information for a reader, or that promise more than the API does (fields may be added). */
const omittedKeywords = ['$schema', '$id', 'propertyNames'];
/** Keywords whose value is data, not a schema. */
const dataKeywords = new Set(['enum', 'const', 'default', 'examples', 'required', 'example']);
/** Keywords whose value is a map of schemas. */
const mapKeywords = new Set(['properties', 'dependentSchemas']);

function tidy(schema: JsonObject, io: Direction): JsonObject {
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(withoutNull(schema, io))) {
    if (omittedKeywords.includes(keyword)) continue;
    if (keyword === 'pattern' && schema.format !== undefined) continue;
    if (keyword === 'additionalProperties' && value !== true) continue;
    if (
      (keyword === 'minimum' || keyword === 'maximum') &&
      Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
    )
      continue;
    result[keyword] = dataKeywords.has(keyword) ? value : tidyValue(value, io, mapKeywords.has(keyword));
  }
  return result;
}

function tidyValue(value: Json, io: Direction, isMap: boolean): Json {
  if (Array.isArray(value)) return value.map((one) => tidyValue(one, io, false));
  if (!isObject(value)) return value;
  if (!isMap) return tidy(value, io);
  const entries = Object.entries(value)
    .map(([name, one]) => [name, isObject(one) ? tidy(one, io) : one] as const)
    .filter(([, one]) => !(isObject(one) && one.undocumented === true));
  return Object.fromEntries(entries);
}

/** An explicit null counts as absent in requests, which the introduction says instead of every field. */
function withoutNull(schema: JsonObject, io: Direction): JsonObject {
  if (io === 'output') return schema;
  const { anyOf, ...rest } = schema;
  if (Array.isArray(anyOf)) {
    const [only, ...others] = anyOf.filter((one) => !(isObject(one) && one.type === 'null'));
    if (anyOf.length > 1 && isObject(only) && others.length === 0) {
      return withoutNull({ ...only, ...rest }, io);
    }
  }
  const { type } = schema;
  if (!Array.isArray(type)) return schema;
  return { ...schema, type: type.find((one) => one !== 'null') ?? 'null' };
}
