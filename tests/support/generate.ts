import fc from 'fast-check';
import { isObject, type Json, type JsonObject } from '#lib/contract/openapi/json-schema';
import { document } from '#tests/support/openapi';

/**
 * Generates values that a schema of the OpenAPI document allows. Conditions between fields (`if`, `dependentSchemas`, `not`)
 * are applied after the fields are generated.
 */
export function arbitraryValue(schema: Json | undefined): fc.Arbitrary<Json> {
  if (!isObject(schema)) return fc.constant(null);
  if (typeof schema.$ref === 'string') return arbitraryValue(resolvePointer(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((item) => arbitraryValue(item)));
  switch (schema.type) {
    case 'string':
      return arbitraryString(schema);
    case 'integer':
      return fc.integer({ min: toNumber(schema.minimum, 0), max: toNumber(schema.maximum, 1_000) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(arbitraryValue(schema.items), {
        minLength: toNumber(schema.minItems, 0),
        maxLength: Math.min(toNumber(schema.maxItems, 5), 5),
      });
    default:
      return arbitraryObject(schema);
  }
}

/** Returns the part of the document that a `$ref` points to. */
function resolvePointer($ref: string): Json | undefined {
  const steps = $ref.replace(/^#\//, '').split('/');
  return steps.reduce<Json | undefined>((part, step) => (isObject(part) ? part[step] : undefined), document);
}

const toNumber = (value: Json | undefined, fallback: number) =>
  typeof value === 'number' ? value : fallback;

function arbitraryString({ format, pattern, minLength, maxLength }: JsonObject): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 4 });
  if (format === 'date') {
    const dates = fc.date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
    return dates.map((date) => date.toISOString().slice(0, 10));
  }
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] }).map((url) => new URL(url).href);
  const maximum = toNumber(maxLength, 100);
  if (typeof pattern === 'string' && pattern !== '\\S') {
    return fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => [...text].length <= maximum);
  }
  const text = fc.string({
    unit: 'binary',
    minLength: toNumber(minLength, 0),
    maxLength: Math.min(maximum, 200),
  });
  return text
    .map((item) => item.replaceAll('\u0000', '0'))
    .filter((item) => pattern === undefined || /\S/.test(item));
}

function arbitraryObject(schema: JsonObject): fc.Arbitrary<Json> {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const fields = Object.entries(properties).map(([name, item]) => [name, arbitraryValue(item)] as const);
  const requiredKeys = required.filter((name) => name in properties);
  const objects: fc.Arbitrary<JsonObject> = fc.record(Object.fromEntries(fields), { requiredKeys });
  return objects.chain((value) => applyConditions(schema, value));
}

function applyConditions(schema: JsonObject, value: JsonObject): fc.Arbitrary<Json> {
  const dependent = isObject(schema.dependentSchemas) ? schema.dependentSchemas : {};
  let result = { ...value };
  for (const [name, then] of Object.entries(dependent)) {
    if (name in result) result = { ...result, ...getConstants(then) };
  }
  const excluded = isObject(schema.not) && Array.isArray(schema.not.required) ? schema.not.required : [];
  if (excluded.length > 0 && excluded.every((name) => String(name) in result))
    delete result[String(excluded[0])];
  const condition = (Array.isArray(schema.allOf) ? schema.allOf : []).find(
    (item) =>
      isObject(item) &&
      Object.entries(getConstants(item.if)).every(([name, expected]) => result[name] === expected),
  );
  if (!isObject(condition) || !isObject(condition.then)) return fc.constant(result);
  return arbitraryValue({
    type: 'object',
    ...resolveReference(condition.then),
    required: listRequired(condition.then),
  }).map((extra) => ({
    ...result,
    ...(isObject(extra) ? extra : {}),
  }));
}

function resolveReference(schema: JsonObject): JsonObject {
  const target = typeof schema.$ref === 'string' ? resolvePointer(schema.$ref) : schema;
  return isObject(target) ? target : {};
}

function listRequired(schema: JsonObject): Json {
  const { required, properties } = resolveReference(schema);
  return Array.isArray(required) ? required : Object.keys(isObject(properties) ? properties : {});
}

function getConstants(schema: Json | undefined): JsonObject {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, item]) =>
      isObject(item) && item.const !== undefined ? [[name, item.const]] : [],
    ),
  );
}

const unexpectedValue = fc.oneof(
  fc.constantFrom<Json[]>('', ' ', 0, -1, 1.5, 11, 1e300, true, [], {}, 'us', 'XX', '\u0000', 'a\ud800'),
  fc.constant('x'.repeat(10_001)),
  fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value))),
);

/** Generates copies of a value in which one part is removed or replaced with an unexpected value. */
export function arbitraryBrokenValue(value: Json): fc.Arbitrary<Json> {
  const paths = listPaths(value);
  const anyPath = fc.oneof(fc.constant<Path>([]), { weight: 5, arbitrary: fc.constantFrom(...paths) });
  return fc.tuple(anyPath, fc.oneof(unexpectedValue, fc.constant(undefined))).map(([path, replacement]) => {
    return replaceAt(value, path, replacement) ?? null;
  });
}

type Path = readonly (string | number)[];

function listPaths(value: Json, parent: Path = []): Path[] {
  const children: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return [parent, ...children.flatMap(([key, item]) => listPaths(item, [...parent, key]))];
}

function replaceAt(value: Json, [step, ...rest]: Path, replacement: Json | undefined): Json | undefined {
  if (step === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const changed = index === step ? replaceAt(item, rest, replacement) : item;
      return changed === undefined ? [] : [changed];
    });
  }
  if (!isObject(value)) return value;
  const { [step]: old, ...others } = value;
  const changed = replaceAt(old ?? null, rest, replacement);
  return changed === undefined ? others : { ...others, [step]: changed };
}
