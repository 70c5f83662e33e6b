import { exampleErrors } from '#lib/contract/examples/examples';
import { buildComponentSchemas } from '#lib/contract/openapi/components';
import { introduction, webhookGuide } from '#lib/contract/openapi/guide';
import type { JsonObject } from '#lib/contract/openapi/json-schema';
import { buildOperation, responseHeaders, tags, toJson } from '#lib/contract/openapi/operation';
import { buildWebhook } from '#lib/contract/openapi/webhook';
import { type RouteName, routes } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';

const apiVersion = '1.0.0';

/** Builds the OpenAPI 3.1 document from the route table and its schemas. */
export function buildOpenApiDocument(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const name of Object.keys(routes) as RouteName[]) {
    const { path, method }: Route = routes[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: buildOperation(name) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Answerscope', version: apiVersion, description: introduction },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...tags.map((name) => ({ name })), { name: 'Webhooks', description: webhookGuide }],
    paths,
    webhooks: { taskEnded: { post: buildWebhook() } },
    components: {
      schemas: buildComponentSchemas(),
      headers: responseHeaders,
      examples: Object.fromEntries(
        Object.entries(exampleErrors).map(([code, value]) => [code, { value: toJson(value) }]),
      ),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'API key of an organization' },
      },
    },
  };
}

/** Serializes the document as `public/openapi.json` contains it. */
export function formatOpenApiDocument(): string {
  return `${JSON.stringify(buildOpenApiDocument(), null, 2)}\n`;
}
