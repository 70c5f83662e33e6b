import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { listCountries } from '#lib/contract/countries';
import { engineSpecs, engines, toTaskType } from '#lib/contract/engines';
import {
  exampleDelivery,
  exampleDeliveryHeaders,
  exampleErrors,
  exampleRequests,
  exampleResponses,
} from '#lib/contract/examples/examples';
import { buildOpenApiDocument, formatOpenApiDocument } from '#lib/contract/openapi/document';
import { listErrorCodes } from '#lib/contract/openapi/operation';
import { routes } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';
import { webhookHeaders } from '#lib/contract/tasks';
import { errorTable } from '#lib/core/errors';
import {
  document,
  findResponseProblems,
  findSchemaProblems,
  getOperation,
  isDocumentedBody,
  routeNames,
} from '#tests/support/openapi';

test('the document is valid OpenAPI 3.1 and matches the published copy', async () => {
  expect(await new Validator().validate(buildOpenApiDocument())).toEqual({ valid: true });
  expect(document.openapi).toBe('3.1.0');
  expect(readFileSync(join(import.meta.dirname, '../../public/openapi.json'), 'utf8')).toBe(
    formatOpenApiDocument(),
  );
});

test.each(engines)('the tables of prices and countries give the name of the %s engine', (engine) => {
  const { name, credits } = engineSpecs[engine];
  const { description } = buildOpenApiDocument().info as { description: string };
  expect(description).toContain(`| \`${engine}\` | ${name} | ${listCountries(engine).length} |`);
  expect(description).toContain(`| \`${engine}\` | ${name} | ${credits} |`);
});

test.each(routeNames)('%s: its examples match its schemas', (name) => {
  const route: Route = routes[name];
  if (route.body) expect(isDocumentedBody(name, exampleRequests[name].body)).toBe(true);
  expect(findResponseProblems(name, route.status, exampleResponses[name])).toEqual([]);
  expect(() => route.output.parse(exampleResponses[name])).not.toThrow();
  route.body?.parse(exampleRequests[name].body);
});

test.each(routeNames)('%s: the example of every error matches the schema of its status', (name) => {
  for (const [status, codes] of listErrorCodes(name)) {
    for (const code of codes) {
      expect(errorTable[code].status).toBe(status);
      expect(findResponseProblems(name, status, exampleErrors[code])).toEqual([]);
    }
    const otherCode = codes.includes('VALIDATION_ERROR') ? 'MISSING_API_KEY' : 'VALIDATION_ERROR';
    expect(findResponseProblems(name, status, exampleErrors[otherCode])).not.toEqual([]);
  }
});

test('webhook: the example is a task with its response, and has all headers', () => {
  const schema = ['webhooks', 'taskEnded', 'post', 'requestBody', 'content', 'application/json', 'schema'];
  expect(findSchemaProblems(exampleDelivery, ...schema)).toEqual([]);
  const { response: _, ...withoutResponse } = exampleDelivery;
  expect(findSchemaProblems(withoutResponse, ...schema)).not.toEqual([]);
  expect(Object.keys(exampleDeliveryHeaders).sort()).toEqual(Object.values(webhookHeaders).sort());
});

test('a completed task has the result of its engine, and a failed task has the error', () => {
  const failed = { ...exampleDelivery, task: { ...exampleDelivery.task, status: 'FAILED' } };
  expect(findResponseProblems('getTask', 200, failed)).not.toEqual([]);
  const response = { error: exampleErrors.EXTERNAL_SERVICE_ERROR.error };
  expect(findResponseProblems('getTask', 200, { ...failed, response })).toEqual([]);
  const gen = { ...exampleDelivery, task: { ...exampleDelivery.task, taskType: 'GEN' } };
  expect(findResponseProblems('getTask', 200, gen)).not.toEqual([]);
});

test.each(engines)('%s: the document accepts only the fields of its engine', (engine) => {
  const spec = engineSpecs[engine];
  const schemas = document.components as {
    schemas: Record<string, { properties: object; required: string[] }>;
  };
  const body = getOperation(`monitor:${engine}`).requestBody as {
    content: { 'application/json': { schema: { $ref: string } } };
  };
  const name = body.content['application/json'].schema.$ref.split('/').at(-1) ?? '';
  const { properties, required } = schemas.schemas[name] ?? { properties: {}, required: [] };
  const optional = [
    'hl',
    ...(spec.acceptsGl ? ['gl'] : []),
    ...(spec.acceptsState ? ['state'] : []),
    ...(spec.acceptsLocation ? ['location', 'uule'] : []),
    ...(spec.acceptsDevice ? ['device'] : []),
    ...(spec.acceptsPages ? ['pages'] : []),
  ];
  expect(Object.keys(properties).sort()).toEqual(
    [spec.promptField, 'country', 'include', ...optional].sort(),
  );
  expect(required.sort()).toEqual(
    [...(spec.countryDefaultsToUs ? [] : ['country']), spec.promptField].sort(),
  );
  const include = properties as { include: { properties: Record<string, unknown> } };
  const flags = [...spec.includeFlags, ...(engine === 'search' ? ['overview'] : [])];
  expect(Object.keys(include.include.properties).sort()).toEqual(flags.sort());
});

test('the document rejects a state outside the US, two locations and the payload of another engine', () => {
  const prompt = 'Which trail shoes last longest?';
  const chat = (body: object) => isDocumentedBody('monitor:chat', { prompt, country: 'US', ...body });
  expect([chat({}), chat({ state: 'CA' }), chat({ country: 'DE', state: 'CA' })]).toEqual([
    true,
    true,
    false,
  ]);
  const searchAi = (body: object) => isDocumentedBody('monitor:searchai', { prompt, ...body });
  const location = 'Austin,Texas,United States';
  expect([searchAi({ location }), searchAi({ location, uule: 'w+CAIQICI' })]).toEqual([true, false]);
  const task = (payload: object) =>
    isDocumentedBody('createTask', { taskType: toTaskType('search/news'), payload });
  expect([task({ query: prompt }), task({ prompt, country: 'US' })]).toEqual([true, false]);
});
