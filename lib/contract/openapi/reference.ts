import { type ExampleRequest, exampleRequests } from '#lib/contract/examples/examples';
import { buildOpenApiDocument } from '#lib/contract/openapi/document';
import { isObject, type Json, type JsonObject } from '#lib/contract/openapi/json-schema';
import { getTag } from '#lib/contract/openapi/operation';
import { listReferenceFields, type ReferenceField } from '#lib/contract/openapi/reference-fields';
import { type RouteName, routes } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';

/** What the API reference says about an endpoint, from the OpenAPI document. */
export interface ReferenceEntry {
  /** The operation ID; also the last part of the URL. */
  id: string;
  name: RouteName;
  method: Route['method'];
  path: string;
  /** Markdown, like the description. */
  summary: string;
  description: string;
  isDeprecated: boolean;
  pathParameters: ReferenceField[];
  queryParameters: ReferenceField[];
  bodyFields: ReferenceField[];
  /** Path and query parameters, and the body. */
  requestExample: ExampleRequest;
  responseFields: ReferenceField[];
  responseStatus: number;
  responseExample: Json;
  /** Markdown. */
  errors: { status: string; description: string }[];
  /** Of a successful response. */
  headers: ReferenceField[];
}

/** The entries of a tag, in the order of the document. */
export interface ReferenceGroup {
  tag: string;
  entries: { id: string; method: Route['method']; path: string }[];
}

const document = buildOpenApiDocument();
const names = Object.keys(routes) as RouteName[];

/** Returns a value in the document, by its keys; an empty object if there is none. */
function read(...keys: string[]): JsonObject {
  const value = keys.reduce<Json | undefined>(
    (parent, key) => (isObject(parent) ? parent[key] : undefined),
    document,
  );
  return isObject(value) ? value : {};
}

function readOperation(name: RouteName): JsonObject {
  const { path, method }: Route = routes[name];
  return read('paths', path, method.toLowerCase());
}

const getId = (name: RouteName) => String(readOperation(name).operationId);
const resolve = (schema: JsonObject): JsonObject =>
  typeof schema.$ref === 'string' ? read(...schema.$ref.split('/').slice(1)) : schema;
const getJsonContent = (part: Json | undefined): JsonObject =>
  isObject(part) && isObject(part.content) && isObject(part.content['application/json'])
    ? part.content['application/json']
    : {};

/** Lists the endpoints by tag. */
export function listReferenceGroups(): ReferenceGroup[] {
  return [...Map.groupBy(names, getTag)].map(([tag, group]) => ({
    tag,
    entries: group.map((name) => ({ id: getId(name), method: routes[name].method, path: routes[name].path })),
  }));
}

/** Returns the entry of an endpoint by its operation ID; undefined if there is none. */
export function findReferenceEntry(id: string): ReferenceEntry | undefined {
  const name = names.find((other) => getId(other) === id);
  return name && buildEntry(name);
}

function buildEntry(name: RouteName): ReferenceEntry {
  const { method, path, summary, deprecation, status }: Route = routes[name];
  const operation = readOperation(name);
  const { [status]: success, ...failures } = isObject(operation.responses) ? operation.responses : {};
  const response = getJsonContent(success);
  const listFields = (schema: Json | undefined) =>
    isObject(schema) ? listReferenceFields(schema, resolve) : [];
  return {
    id: getId(name),
    name,
    method,
    path,
    summary,
    description: String(operation.description ?? ''),
    isDeprecated: deprecation !== undefined,
    pathParameters: listFields(toObjectSchema(operation.parameters, 'path')),
    queryParameters: listFields(toObjectSchema(operation.parameters, 'query')),
    bodyFields: listFields(getJsonContent(operation.requestBody).schema),
    requestExample: exampleRequests[name],
    responseFields: listFields(response.schema),
    responseStatus: status,
    responseExample: response.example ?? null,
    errors: Object.entries(failures).map(([code, failure]) => ({
      status: code,
      description: isObject(failure) ? String(failure.description) : '',
    })),
    headers: listFields(isObject(success) ? { type: 'object', properties: listHeaders(success) } : {}),
  };
}

/** What the API reference says about the only webhook event. */
export interface ReferenceWebhook {
  /** Markdown. */
  description: string;
  headers: ReferenceField[];
  bodyFields: ReferenceField[];
  bodyExample: Json;
}

/** Returns the webhook that is sent when a task has ended. */
export function describeWebhook(): ReferenceWebhook {
  const webhook = read('webhooks', 'taskEnded', 'post');
  const body = getJsonContent(webhook.requestBody);
  return {
    description: String(webhook.description),
    headers: listReferenceFields(toObjectSchema(webhook.parameters, 'header'), resolve),
    bodyFields: listReferenceFields(read('components', 'schemas', 'TaskRecord'), resolve),
    bodyExample: body.example ?? null,
  };
}

/** Describes the parameters at a location like the fields of an object. */
function toObjectSchema(parameters: Json | undefined, location: string): JsonObject {
  const located = (Array.isArray(parameters) ? parameters : [])
    .filter(isObject)
    .filter((parameter) => parameter.in === location);
  return {
    type: 'object',
    properties: Object.fromEntries(
      located.map((parameter) => [String(parameter.name), describeParameter(parameter)]),
    ),
    required: located.flatMap(({ name, required }) => (required === true ? [String(name)] : [])),
  };
}

/** Returns the schema of a parameter or header, with its description. */
function describeParameter({ schema, description }: JsonObject): JsonObject {
  return { ...(isObject(schema) ? schema : {}), ...(description === undefined ? {} : { description }) };
}

function listHeaders({ headers }: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(isObject(headers) ? headers : {}).map(([name, header]) => [
      name,
      describeParameter(isObject(header) ? resolve(header) : {}),
    ]),
  );
}
