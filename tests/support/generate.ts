import fc from 'fast-check';
import { isObject, type Json, type JsonObject } from '#lib/contract/openapi/json-schema';
import { unstorableCharacters } from '#lib/core/text';
import { document } from '#tests/support/openapi';

/**
 * Generates values that a schema of the OpenAPI document allows. Conditions between fields (`if`, `not`) are applied after
 * the fields are generated.
 */
export function arbitraryValue(schema: Json | undefined): fc.Arbitrary<Json> {
  if (!isObject(schema)) return fc.constant(null);
  if (typeof schema.$ref === 'string') return arbitraryValue(resolvePointer(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((item) => arbitraryValue(item)));
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    const values = types.map((type) => ({ weight: 5, arbitrary: arbitraryValue({ ...schema, type }) }));
    return fc.oneof(...values, fc.constant(null));
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
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
  const expression = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined;
  // Texts of any content are random, because texts that are generated from the pattern would all look alike.
  const isAnyText = maximum >= 255 && expression?.source.includes(unstorableCharacters);
  if (expression && !isAnyText) {
    // Generating characters outside large classes takes very long.
    const generated = fc.stringMatching(
      new RegExp(expression.source.replaceAll(unstorableCharacters, ''), 'u'),
    );
    return generated.filter((text) => expression.test(text) && [...text].length <= maximum);
  }
  const text = fc.string({
    unit: 'binary',
    minLength: toNumber(minLength, 0),
    maxLength: Math.min(maximum, 200),
  });
  return text.map((item) => item.replaceAll('\u0000', '0')).filter((item) => expression?.test(item) ?? true);
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
  const rules = (Array.isArray(schema.allOf) ? schema.allOf : []).filter(isObject);
  const result = { ...value };
  const isGiven = (name: Json) => (result[String(name)] ?? null) !== null;
  for (const { not } of rules) {
    const excluded = isObject(not) && Array.isArray(not.required) ? not.required : [];
    if (excluded.length > 0 && excluded.every(isGiven)) delete result[String(excluded[0])];
  }
  for (const rule of rules) {
    const required = isObject(rule.if) && Array.isArray(rule.if.required) ? rule.if.required : [];
    const isAboutPresence = required.length > 0 && Object.keys(getConstants(rule.if)).length === 0;
    if (isAboutPresence && required.every(isGiven)) Object.assign(result, getConstants(rule.then));
  }
  const condition = rules.find((rule) => {
    const constants = Object.entries(getConstants(rule.if));
    return constants.length > 0 && constants.every(([name, expected]) => result[name] === expected);
  });
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
