import { exampleErrors } from '#lib/contract/examples/errors';
import { componentSchemas } from '#lib/contract/openapi/components';
import type { JsonObject } from '#lib/contract/openapi/json-schema';
import { groups, json, operationOf } from '#lib/contract/openapi/operation';
import { responseHeaders } from '#lib/contract/openapi/response-headers';
import { webhookOperation } from '#lib/contract/openapi/webhook';
import { limits } from '#lib/contract/plans';
import { type Route, type RouteName, routes } from '#lib/contract/routes';

const apiVersion = '1.0.0';

const description = `Sends a prompt or a search query to an AI answer engine or a search engine, as seen from a chosen country, and returns the reply as structured JSON: at once, or as an asynchronous task whose result is polled or pushed to a webhook.

Every request carries \`Authorization: Bearer <API_KEY>\`. Every 4xx and 5xx body is the same envelope; branch on \`error.code\`. At most ${limits.requestsPerSecond} requests a second over all keys of an organization.

An explicit null for an optional request field counts as absent, and unknown request fields are ignored. Within a version changes are additive: ignore response fields you do not know.`;

/** The whole interface as an OpenAPI 3.1 document, derived from the route table and its schemas. */
export function openApiDocument(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const name of Object.keys(routes) as RouteName[]) {
    const { path, method }: Route = routes[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Answerscope', version: apiVersion, description },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...groups, 'Webhooks'].map((name) => ({ name })),
    paths,
    webhooks: { taskEnded: { post: webhookOperation() } },
    components: {
      schemas: componentSchemas(),
      headers: responseHeaders,
      examples: Object.fromEntries(
        Object.entries(exampleErrors).map(([code, value]) => [code, { value: json(value) }]),
      ),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the organization' },
      },
    },
  };
}

/** The bytes of `public/openapi.json`. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}
