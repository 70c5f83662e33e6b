import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildOpenApiDocument } from '#lib/contract/openapi/document';
import { isObject, type Json, type JsonObject } from '#lib/contract/openapi/json-schema';
import { type RouteName, routes } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';

/** The OpenAPI document as clients read it. */
export const document = buildOpenApiDocument();

const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
// Clients must ignore unknown fields; in tests an undocumented field is a failure.
ajv.addSchema({ $id: 'api', ...forbidUnknownFields(document, false) });

/** Forbids unknown fields in all objects with properties, except in requests, where they are ignored. */
function forbidUnknownFields<T extends Json>(value: T, isInResponse: boolean, name = ''): T {
  const isResponse = isInResponse || name === 'schemas' || name === 'responses';
  if (/Request$|^TaskBody$|^TaskBatch$|^requestBody$|^examples?$/.test(name) || !isObject(value)) {
    return Array.isArray(value) ? (value.map((item) => forbidUnknownFields(item, isResponse)) as T) : value;
  }
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    forbidUnknownFields(item, isResponse, key),
  ]);
  const forbidsUnknown =
    isResponse && value.type === 'object' && isObject(value.properties) && name !== 'properties';
  return { ...Object.fromEntries(entries), ...(forbidsUnknown ? { additionalProperties: false } : {}) };
}

const compiled = new Map<string, ValidateFunction>();

function getValidator(...steps: string[]): ValidateFunction {
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  const $ref = `api#/${pointer.join('/')}`;
  const validate = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, validate);
  return validate;
}

function getPart(value: Json | undefined, ...steps: string[]): Json | undefined {
  return steps.reduce<Json | undefined>((part, step) => (isObject(part) ? part[step] : undefined), value);
}

const getOperationPath = (name: RouteName) => {
  const { path, method }: Route = routes[name];
  return ['paths', path, method.toLowerCase()];
};

/** Returns the operation of an endpoint in the document. */
export function getOperation(name: RouteName): JsonObject {
  const operation = getPart(document, ...getOperationPath(name));
  if (!isObject(operation)) throw new Error(`The document has no ${name}.`);
  return operation;
}

/** Returns the differences between a response and the document; none if it is as documented. */
export function findResponseProblems(name: RouteName, status: number, body: unknown): string[] {
  if (getPart(getOperation(name), 'responses', String(status)) === undefined)
    return [`${status} is not documented`];
  const validate = getValidator(
    ...getOperationPath(name),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  );
  return validate(body) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
}

/** Returns documented headers that a response lacks, except those that may be absent. */
export function listMissingHeaders(name: RouteName, status: number, headers: Headers): string[] {
  const documented = getPart(getOperation(name), 'responses', String(status), 'headers');
  const names = isObject(documented) ? Object.keys(documented) : [];
  const isRequired = (header: string) =>
    getPart(document, 'components', 'headers', header, 'required') !== false;
  return names.filter((header) => isRequired(header) && !headers.has(header));
}

/** Returns whether the document allows a request body. */
export function isDocumentedBody(name: RouteName, body: unknown): boolean {
  return (
    getValidator(...getOperationPath(name), 'requestBody', 'content', 'application/json', 'schema')(body) ===
    true
  );
}

/** Returns the problems of a value under a schema of the document. @param steps path to the schema */
export function findSchemaProblems(value: unknown, ...steps: string[]): string[] {
  const validate = getValidator(...steps);
  return validate(value) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
}

export const routeNames = Object.keys(routes) as RouteName[];
