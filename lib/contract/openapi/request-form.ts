import { countryCodes, usStates } from '#lib/contract/countries';
import { formatCountry } from '#lib/contract/country-names';
import { engineSpecs, getEngineOfTaskType } from '#lib/contract/engines';
import { buildComponentSchemas } from '#lib/contract/openapi/components';
import { isObject, type Json, type JsonObject, removeNull } from '#lib/contract/openapi/json-schema';
import { getBodySchema, getParameters, getTag } from '#lib/contract/openapi/operation';
import { type RouteName, routes } from '#lib/contract/routes';
import { labelEndpoint, type Route } from '#lib/contract/service-routes';
import { formatClauses } from '#lib/core/lists';

/** A field of a form. Its kind determines the control. */
export type FormField = { name: string; description: string; isRequired: boolean } & (
  | { kind: 'text'; maxLength?: number; isMultiline: boolean }
  | { kind: 'integer'; min?: number; max?: number }
  | { kind: 'choice'; options: readonly FormOption[] }
  | { kind: 'flag' }
  /** Texts, one per line. */
  | { kind: 'list' }
  /** If `isFlag` is true, the value can also be `true`, which stands for the object without fields. */
  | { kind: 'object'; form: FormObject; isFlag: boolean }
);

export interface FormOption {
  value: string;
  label: string;
}

/** The fields of an object. */
export interface FormObject {
  fields: FormField[];
  /** Fields that depend on the value of another field, and replace those of the same name. */
  variants?: { by: string; cases: Record<string, FormField[]> };
}

/** The form of an endpoint: what it sends, and where. */
export interface RequestForm {
  name: RouteName;
  method: Route['method'];
  path: string;
  summary: string;
  params: FormField[];
  query: FormField[];
  /** Null without a body. */
  body: FormObject | null;
  /** The maximum number of items if the request body is an array of `body`; null if it is not. */
  maxItems: number | null;
}

export const routeNames = Object.keys(routes) as RouteName[];

/** The endpoints of a tag. */
export interface RouteGroup {
  tag: string;
  routes: { name: RouteName; label: string }[];
}

/** Lists the endpoints by tag, in the order of the reference. */
export function groupRoutes(): RouteGroup[] {
  const groups = Map.groupBy(routeNames, getTag);
  return [...groups].map(([tag, names]) => ({
    tag,
    routes: names.map((name) => ({ name, label: labelEndpoint(routes[name]) })),
  }));
}

/** Describes the form of an endpoint, derived from its OpenAPI schemas. */
export function describeRequestForm(name: RouteName): RequestForm {
  const { method, path, summary }: Route = routes[name];
  const components = buildComponentSchemas();
  const resolve = (schema: Json | undefined): JsonObject => {
    if (!isObject(schema)) return {};
    if (typeof schema.$ref !== 'string') return schema;
    return components[schema.$ref.replace('#/components/schemas/', '')] ?? {};
  };
  const parameters = getParameters(name);
  const listParameters = (location: string) =>
    parameters
      .filter((parameter) => parameter.in === location)
      .map((parameter) =>
        describeField(String(parameter.name), parameter.schema, parameter.required === true, resolve),
      );
  const schema = resolve(getBodySchema(name));
  const isList = schema.type === 'array';
  const body = isList ? resolve(schema.items) : schema;
  return {
    name,
    method,
    path,
    summary,
    params: listParameters('path'),
    query: listParameters('query'),
    body: 'body' in routes[name] ? describeObject(body, resolve) : null,
    maxItems: isList ? Number(schema.maxItems) : null,
  };
}

type Resolve = (schema: Json | undefined) => JsonObject;

function describeObject(schema: JsonObject, resolve: Resolve): FormObject {
  const variants = describeVariants(schema, resolve);
  return { fields: listFields(schema, resolve), ...(variants ? { variants } : {}) };
}

function listFields(schema: JsonObject, resolve: Resolve): FormField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties).map(([name, property]) =>
    describeField(name, property, required.includes(name), resolve),
  );
}

/** Reads conditions of the form "if this field has this value, then these fields". */
function describeVariants(schema: JsonObject, resolve: Resolve): FormObject['variants'] {
  const conditions = (Array.isArray(schema.allOf) ? schema.allOf : []).filter(isObject);
  const cases: Record<string, FormField[]> = {};
  let by = '';
  for (const condition of conditions) {
    const properties =
      isObject(condition.if) && isObject(condition.if.properties) ? condition.if.properties : {};
    const [field] = Object.entries(properties);
    if (!field || !isObject(field[1]) || field[1].const === undefined) continue;
    by = field[0];
    cases[String(field[1].const)] = listFields(resolve(condition.then), resolve);
  }
  return by === '' ? undefined : { by, cases };
}

function describeField(
  name: string,
  property: Json | undefined,
  isRequired: boolean,
  resolve: Resolve,
): FormField {
  // A form leaves a field out instead of sending null.
  const schema = resolve(isObject(property) ? removeNull(property) : property);
  const base = { name, isRequired, description: buildHint(schema) };
  if (Array.isArray(schema.anyOf)) return describeUnion(base, schema.anyOf, resolve);
  if (Array.isArray(schema.enum)) return { ...base, kind: 'choice', options: listOptions(name, schema.enum) };
  if (schema.const !== undefined) {
    return { ...base, kind: 'choice', options: listOptions(name, [schema.const]) };
  }
  switch (schema.type) {
    case 'boolean':
      return { ...base, kind: 'flag' };
    case 'integer':
      return { ...base, kind: 'integer', ...pickNumbers({ min: schema.minimum, max: schema.maximum }) };
    case 'array':
      return { ...base, kind: 'list' };
    case 'object':
      return { ...base, kind: 'object', form: describeObject(schema, resolve), isFlag: false };
    case 'string':
      return {
        ...base,
        kind: 'text',
        isMultiline: Number(schema.maxLength) >= minMultilineLength,
        ...pickNumbers({ maxLength: schema.maxLength }),
      };
    default:
      throw new Error(`The form has no control for the field ${name} (${JSON.stringify(schema.type)}).`);
  }
}

/** A text field whose maximum length is at least this has several lines. */
const minMultilineLength = 5_000;

/**
 * Describes a field that is a flag or an object. The payload of a task, a union of objects, gets no fields here, because
 * they depend on the task type.
 */
function describeUnion(
  base: Pick<FormField, 'name' | 'isRequired' | 'description'>,
  members: Json[],
  resolve: Resolve,
): FormField {
  const schemas = members.map(resolve);
  const isFlag = schemas.some(({ type }) => type === 'boolean');
  const object = isFlag ? schemas.find(({ type }) => type === 'object') : undefined;
  return { ...base, kind: 'object', isFlag, form: describeObject(object ?? {}, resolve) };
}

function buildHint({ description, default: value }: JsonObject): string {
  const text = typeof description === 'string' ? description.replaceAll('`', '') : '';
  const hasDefault = value !== undefined && value !== false;
  return formatClauses([text, hasDefault ? `default ${String(value)}` : ''].filter(Boolean));
}

function pickNumbers<K extends string>(values: Record<K, Json | undefined>): Partial<Record<K, number>> {
  const numbers: Partial<Record<K, number>> = {};
  for (const key in values) {
    const value = values[key];
    if (typeof value === 'number') numbers[key] = value;
  }
  return numbers;
}

/** Shared by all fields, so that a page contains them once. */
const countryOptions = countryCodes.map((value) => ({
  value,
  label: `${value} · ${formatCountry(value)}`,
}));
const stateOptions = usStates.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }));

function listOptions(name: string, values: Json[]): readonly FormOption[] {
  if (values.length === countryOptions.length) return countryOptions;
  if (name === 'state') return stateOptions;
  const isEngine = name === 'model' || name === 'taskType';
  return values.map(String).map((value) => ({ value, label: isEngine ? labelEngineKey(value) : value }));
}

/** Labels an engine key or task type with its product: "GEN · Gemini". */
function labelEngineKey(key: string): string {
  const engine = getEngineOfTaskType(key.toUpperCase());
  return engine ? `${key} · ${engineSpecs[engine].name}` : key;
}
