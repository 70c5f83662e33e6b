import fc from 'fast-check';
import { isObject, type Json, type JsonObject } from '#lib/contract/openapi/json-schema';
import { document } from '#tests/support/openapi';

/**
 * Values that a schema of the document allows, made from nothing but the schema. Conditions between fields
 * (`if`, `dependentSchemas`, `not`) are applied after the fields are made.
 */
export function valuesOf(schema: Json | undefined): fc.Arbitrary<Json> {
  if (!isObject(schema)) return fc.constant(null);
  if (typeof schema.$ref === 'string') return valuesOf(resolve(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one)));
  switch (schema.type) {
    case 'string':
      return strings(schema);
    case 'integer':
      return fc.integer({ min: numberOr(schema.minimum, 0), max: numberOr(schema.maximum, 1_000) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valuesOf(schema.items), {
        minLength: numberOr(schema.minItems, 0),
        maxLength: Math.min(numberOr(schema.maxItems, 5), 5),
      });
    default:
      return objects(schema);
  }
}

/** The part of the document a `$ref` points to. */
function resolve($ref: string): Json | undefined {
  const steps = $ref.replace(/^#\//, '').split('/');
  return steps.reduce<Json | undefined>((part, step) => (isObject(part) ? part[step] : undefined), document);
}

const numberOr = (value: Json | undefined, otherwise: number) =>
  typeof value === 'number' ? value : otherwise;

function strings({ format, pattern, minLength, maxLength }: JsonObject): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 4 });
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] }).map((url) => new URL(url).href);
  const most = numberOr(maxLength, 100);
  if (typeof pattern === 'string' && pattern !== '\\S') {
    return fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => [...text].length <= most);
  }
  const text = fc.string({
    unit: 'binary',
    minLength: numberOr(minLength, 0),
    maxLength: Math.min(most, 200),
  });
  return text
    .map((one) => one.replaceAll('\u0000', '0'))
    .filter((one) => pattern === undefined || /\S/.test(one));
}

function objects(schema: JsonObject): fc.Arbitrary<Json> {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const fields = Object.entries(properties).map(([name, one]) => [name, valuesOf(one)] as const);
  const requiredKeys = required.filter((name) => name in properties);
  const made: fc.Arbitrary<JsonObject> = fc.record(Object.fromEntries(fields), { requiredKeys });
  return made.chain((value) => conditions(schema, value));
}

function conditions(schema: JsonObject, value: JsonObject): fc.Arbitrary<Json> {
  const dependent = isObject(schema.dependentSchemas) ? schema.dependentSchemas : {};
  let result = { ...value };
  for (const [name, then] of Object.entries(dependent)) {
    if (name in result) result = { ...result, ...constants(then) };
  }
  const excluded = isObject(schema.not) && Array.isArray(schema.not.required) ? schema.not.required : [];
  if (excluded.length > 0 && excluded.every((name) => String(name) in result))
    delete result[String(excluded[0])];
  const chosen = (Array.isArray(schema.allOf) ? schema.allOf : []).find(
    (one) =>
      isObject(one) && Object.entries(constants(one.if)).every(([name, only]) => result[name] === only),
  );
  if (!isObject(chosen) || !isObject(chosen.then)) return fc.constant(result);
  return valuesOf({ type: 'object', ...resolved(chosen.then), required: requiredOf(chosen.then) }).map(
    (extra) => ({
      ...result,
      ...(isObject(extra) ? extra : {}),
    }),
  );
}

function resolved(schema: JsonObject): JsonObject {
  const target = typeof schema.$ref === 'string' ? resolve(schema.$ref) : schema;
  return isObject(target) ? target : {};
}

function requiredOf(schema: JsonObject): Json {
  const { required, properties } = resolved(schema);
  return Array.isArray(required) ? required : Object.keys(isObject(properties) ? properties : {});
}

function constants(schema: Json | undefined): JsonObject {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, one]) =>
      isObject(one) && one.const !== undefined ? [[name, one.const]] : [],
    ),
  );
}

const odd = fc.oneof(
  fc.constantFrom<Json[]>('', ' ', 0, -1, 1.5, 11, 1e300, true, [], {}, 'us', 'XX', '\u0000', 'a\ud800'),
  fc.constant('x'.repeat(10_001)),
  fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value))),
);

/** A value with one part of it taken away, made odd or added, wherever that part lies. */
export function brokenFrom(value: Json): fc.Arbitrary<Json> {
  const paths = pathsOf(value);
  const somewhere = fc.oneof(fc.constant<Path>([]), { weight: 5, arbitrary: fc.constantFrom(...paths) });
  return fc.tuple(somewhere, fc.oneof(odd, fc.constant(undefined))).map(([path, put]) => {
    return replaced(value, path, put) ?? null;
  });
}

type Path = readonly (string | number)[];

function pathsOf(value: Json, above: Path = []): Path[] {
  const children: [string | number, Json][] = Array.isArray(value)
    ? value.map((one, index) => [index, one])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return [above, ...children.flatMap(([key, one]) => pathsOf(one, [...above, key]))];
}

function replaced(value: Json, [step, ...rest]: Path, put: Json | undefined): Json | undefined {
  if (step === undefined) return put;
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => {
      const now = index === step ? replaced(one, rest, put) : one;
      return now === undefined ? [] : [now];
    });
  }
  if (!isObject(value)) return value;
  const { [step]: old, ...others } = value;
  const now = replaced(old ?? null, rest, put);
  return now === undefined ? others : { ...others, [step]: now };
}
