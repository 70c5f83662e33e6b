import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildOpenApiDocument } from '#lib/contract/openapi/document';
import { isObject, type Json, type JsonObject } from '#lib/contract/openapi/json-schema';
import { type Route, type RouteName, routes } from '#lib/contract/routes';

/** The document as a client reads it. */
export const document = buildOpenApiDocument();

const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
// Clients must bear fields they do not know; here one that the document forgets is a failure.
ajv.addSchema({ $id: 'api', ...closed(document, false) });

/** Every object that lists its fields takes no others; requests stay open, since unknown fields are ignored. */
function closed<T extends Json>(value: T, inside: boolean, name = ''): T {
  const isAnswer = inside || name === 'schemas' || name === 'responses';
  if (/Request$|^TaskBody$|^TaskBatch$|^requestBody$|^examples?$/.test(name) || !isObject(value)) {
    return Array.isArray(value) ? (value.map((one) => closed(one, isAnswer)) as T) : value;
  }
  const entries = Object.entries(value).map(([key, one]) => [key, closed(one, isAnswer, key)]);
  const closes = isAnswer && value.type === 'object' && isObject(value.properties) && name !== 'properties';
  return { ...Object.fromEntries(entries), ...(closes ? { additionalProperties: false } : {}) };
}

const compiled = new Map<string, ValidateFunction>();

function validator(...steps: string[]): ValidateFunction {
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  const $ref = `api#/${pointer.join('/')}`;
  const validate = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, validate);
  return validate;
}

function at(value: Json | undefined, ...steps: string[]): Json | undefined {
  return steps.reduce<Json | undefined>((part, step) => (isObject(part) ? part[step] : undefined), value);
}

const place = (name: RouteName) => {
  const { path, method }: Route = routes[name];
  return ['paths', path, method.toLowerCase()];
};

/** The operation of an endpoint in the document. */
export function operation(name: RouteName): JsonObject {
  const found = at(document, ...place(name));
  if (!isObject(found)) throw new Error(`The document has no ${name}.`);
  return found;
}

/** What is wrong with an answer by the document; an empty list when it is as documented. */
export function faultsOfAnswer(name: RouteName, status: number, body: unknown): string[] {
  if (at(operation(name), 'responses', String(status)) === undefined) return [`${status} is not documented`];
  const validate = validator(
    ...place(name),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  );
  return validate(body) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
}

/** The headers that the document promises of a status and the answer lacks. */
export function missingHeaders(name: RouteName, status: number, headers: Headers): string[] {
  const promised = at(operation(name), 'responses', String(status), 'headers');
  return isObject(promised) ? Object.keys(promised).filter((header) => !headers.has(header)) : [];
}

/** Whether a body is one that the document allows. */
export function isDocumentedBody(name: RouteName, body: unknown): boolean {
  return validator(...place(name), 'requestBody', 'content', 'application/json', 'schema')(body) === true;
}

/** What is wrong with a value by a schema of the document, given as the path to it. */
export function faultsOf(value: unknown, ...steps: string[]): string[] {
  const validate = validator(...steps);
  return validate(value) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
}

export const routeNames = Object.keys(routes) as RouteName[];
