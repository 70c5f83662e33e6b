import { z } from 'zod';
import { type RouteName, routes } from '#lib/contract/routes';
import { buildRequestUrl, type Route } from '#lib/contract/service-routes';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { type Actor, explainDenial, type Permission, requirePermission } from '#lib/core/permissions';
import { readLimitedBody } from '#lib/core/validation';
import { getApiAccess, isApiKeyShared } from '#lib/dashboard/api-credentials/api-credentials';
import { playgroundAnswerSchema, readPlaygroundAnswer } from '#lib/dashboard/playground/playground-answer';
import { defineOperation } from '#lib/operations/define-operation';

/** The permission that a member needs for requests of each scope. */
const permissions = {
  read: 'requests.read',
  sync: 'runs.start',
  tasks: 'runs.start',
  admin: 'queue.clear',
} as const satisfies Record<Route['scope'], Permission>;

/** Says why an actor can't send the requests of an endpoint from the playground; null if they can. */
export function explainRequestDenial(actor: Actor, endpoint: RouteName): string | null {
  return explainDenial(actor, permissions[routes[endpoint].scope]);
}

const textsSchema = z.record(z.string(), z.string()).default({});

/** The input of an endpoint, as `/v1` receives it: it may be invalid. */
export const requestInputSchema = z.object({
  params: textsSchema,
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  body: z.json().optional(),
});
export type RequestInput = z.infer<typeof requestInputSchema>;

const sendSchema = z.object({
  endpoint: z.enum(Object.keys(routes) as [RouteName, ...RouteName[]], 'Choose an endpoint from the list.'),
  input: requestInputSchema,
});

/** A response of `/v1`. */
const responseSchema = z.object({
  status: z.number(),
  durationMs: z
    .number()
    .describe('From sending the request to the end of the response, measured by the dashboard.'),
  headers: z.array(z.tuple([z.string(), z.string()])),
  text: z.string().describe('The body as received.'),
  answer: playgroundAnswerSchema
    .nullable()
    .describe('The answer of an engine in a readable form; null if the response has none.'),
});
export type PlaygroundResponse = z.output<typeof responseSchema>;

/** Longer than the longest sync request with its retries. */
const timeoutMs = 300_000;
const maxResponseBytes = 16 * 1024 * 1024;
const largeResponseMessage =
  'The response is larger than 16 MB and can’t be shown here. The request was processed. To receive its response, send it with your own API key.';

/** Explains why the playground is off if all organizations share one API key. */
export const sharedKeyMessage =
  'The playground is disabled, because all organizations of this Answerscope instance share one API key. Create your own API key and send requests with it.';

/**
 * @throws ServiceError INSUFFICIENT_PERMISSIONS, also if organizations share the API key, since a request could affect
 *   the tasks, queue and credits of others; VALIDATION_ERROR; RESOURCE_NOT_FOUND without an API key;
 *   EXTERNAL_SERVICE_ERROR if the service does not respond or its response is larger than 16 MB
 */
export const sendPlaygroundRequest = defineOperation({
  name: 'requests.send',
  title: 'Send a request to the API',
  description:
    'Sends a request to `/v1` with the API key of the dashboard, so that it spends the credits of the organization, and returns the response. Errors of `/v1` are responses too. Each endpoint needs the permission for what it does.',
  permission: 'requests.read',
  effect: 'spend',
  cost: 'The request costs the credits of its endpoint; most cost none.',
  input: sendSchema,
  output: responseSchema,
  unaudited: 'Its requests are in the request log.',
  isTransaction: false,
  async run(context, { endpoint, input }): Promise<PlaygroundResponse> {
    if (isApiKeyShared()) throw new ServiceError('INSUFFICIENT_PERMISSIONS', { message: sharedKeyMessage });
    const { method, path, scope }: Route = routes[endpoint];
    requirePermission(context.actor, permissions[scope]);
    const { baseUrl, apiKey } = await getApiAccess(context);
    const hasBody = 'body' in routes[endpoint];
    const startedAt = performance.now();
    try {
      const response = await fetch(buildRequestUrl(baseUrl, path, input), {
        method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
        },
        body: hasBody ? JSON.stringify(input.body ?? null) : null,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = await readLimitedBody(response.body, maxResponseBytes);
      if (!bytes) throw new ServiceError('EXTERNAL_SERVICE_ERROR', { message: largeResponseMessage });
      const text = new TextDecoder().decode(bytes);
      return {
        status: response.status,
        durationMs: Math.round(performance.now() - startedAt),
        headers: [...response.headers],
        text,
        answer: readPlaygroundAnswer(endpoint, input.body, text),
      };
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      log.warn({ endpoint, error: describeError(error) }, 'playground request failed');
      throw new ServiceError('EXTERNAL_SERVICE_ERROR', {
        message: `The service at ${new URL(baseUrl).host} did not send a complete response. Check in the request log whether the request was processed before you send it again.`,
        cause: error,
      });
    }
  },
});
