import { isObject, type Json, type JsonObject } from '#lib/contract/openapi/json-schema';

/** A field of a request or response. */
export interface ReferenceField {
  /** With the fields around it: `include.markdown`, `sources[].url`. */
  path: string;
  /** For example "string", "integer or null" or "list of strings". */
  type: string;
  /** Whether a request must have the field, or a response always has it. */
  isRequired: boolean;
  /** Markdown. */
  description: string;
  /** Allowed values, such as "1 to 10,000 characters" and "default: 1". */
  limits: string[];
}

type Resolve = (schema: JsonObject) => JsonObject;

/** Enumerations with more values are not listed. */
const maxListedValues = 20;
/** Fields in more objects are left to the example. */
const maxDepth = 4;

/** Lists the fields of a schema, with those of objects and lists in it. @param resolve returns the schema of a reference */
export function listReferenceFields(
  schema: JsonObject,
  resolve: Resolve,
  prefix = '',
  depth = 0,
): ReferenceField[] {
  const { object, isList } = findObject(schema, resolve);
  if (!object || depth > maxDepth) return [];
  const parent = isList ? `${prefix}[]` : prefix;
  const required = Array.isArray(object.required) ? object.required : [];
  const properties = isObject(object.properties) ? object.properties : {};
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const path = parent === '' ? name : `${parent}.${name}`;
    return [
      describeField(path, property, required.includes(name), resolve),
      ...listReferenceFields(property, resolve, path, depth + 1),
    ];
  });
}

function describeField(
  path: string,
  property: JsonObject,
  isRequired: boolean,
  resolve: Resolve,
): ReferenceField {
  const schema = { ...resolve(property), ...property };
  const value = findValue(schema, resolve);
  return {
    path,
    type: formatType(schema, resolve),
    isRequired,
    description: String(schema.description ?? value.description ?? ''),
    limits: listLimits(value),
  };
}

/** Returns the schema of the only object that a value, or an item of a list, can be. */
function findObject(schema: JsonObject, resolve: Resolve): { object?: JsonObject; isList: boolean } {
  const value = findValue(schema, resolve);
  if (isObject(value.items)) return { ...findObject(value.items, resolve), isList: true };
  return isObject(value.properties) ? { object: value, isList: false } : { isList: false };
}

/** Returns the only schema other than null and flags; the schema itself if there are several. */
function findValue(schema: JsonObject, resolve: Resolve): JsonObject {
  const resolved = { ...resolve(schema), ...schema };
  const members = listMembers(resolved, resolve).filter(({ type }) => type !== 'null' && type !== 'boolean');
  return members.length === 1 && members[0] ? members[0] : resolved;
}

function listMembers({ anyOf, oneOf }: JsonObject, resolve: Resolve): JsonObject[] {
  const members = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return members.filter(isObject).map(resolve);
}

function formatType(schema: JsonObject, resolve: Resolve): string {
  const members = listMembers(schema, resolve);
  if (members.length > 0)
    return [...new Set(members.map((member) => formatType(member, resolve)))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any value'];
  return types
    .map((type) => (type === 'array' ? formatList(schema.items, resolve) : String(type)))
    .join(' or ');
}

const plurals: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  object: 'objects',
};

function formatList(items: Json | undefined, resolve: Resolve): string {
  const item = isObject(items) ? formatType(resolve(items), resolve) : '';
  return plurals[item] ? `list of ${plurals[item]}` : 'list';
}

const formatNumber = (value: Json | undefined) => Number(value).toLocaleString('en');

function listLimits(schema: JsonObject): string[] {
  return [
    formatRange(schema.minLength, schema.maxLength, 'characters'),
    formatRange(schema.minItems, schema.maxItems, 'items'),
    formatRange(schema.minimum, schema.maximum, ''),
    formatValues(schema.enum),
    schema.format === undefined ? '' : `format: ${String(schema.format)}`,
    schema.default === undefined || schema.default === false
      ? ''
      : `default: ${JSON.stringify(schema.default)}`,
  ].filter((limit) => limit !== '');
}

function formatRange(min: Json | undefined, max: Json | undefined, unit: string): string {
  if (min === undefined && max === undefined) return '';
  const suffix = unit === '' ? '' : ` ${unit}`;
  if (max === undefined) return `at least ${formatNumber(min)}${suffix}`;
  if (min === undefined) return `at most ${formatNumber(max)}${suffix}`;
  return `${formatNumber(min)} to ${formatNumber(max)}${suffix}`;
}

function formatValues(values: Json | undefined): string {
  if (!Array.isArray(values)) return '';
  const listed = values.filter((value) => value !== null);
  if (listed.length > maxListedValues) return `one of ${formatNumber(listed.length)} values`;
  return `one of ${listed.map((value) => JSON.stringify(value)).join(', ')}`;
}
