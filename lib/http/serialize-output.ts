import { accepts } from 'hono/accepts';
import { z } from 'zod';
import { listCountries, usStates } from '#lib/contract/countries';
import { engines } from '#lib/contract/engines';
import type { RouteName } from '#lib/contract/routes';
import type { Route } from '#lib/contract/service-routes';
import { ServiceError } from '#lib/core/errors';
import { formatCsvRows } from '#lib/http/csv-rows';
import type { V1Context } from '#lib/http/request-context';

/** Validates and serializes an output, as CSV if the client prefers it; then a header has the cursor of the next page. */
export function serializeOutput(
  c: V1Context,
  { name, route, output }: { name: RouteName; route: Route; output: unknown },
): string {
  const json = validateOutput(name, route, output);
  if (!route.hasCsv) return json;
  const { responseHeaders } = c.get('request');
  responseHeaders.set('Vary', 'Accept');
  const { nextCursor } = cursorSchema.parse(output);
  if (nextCursor !== null) responseHeaders.set('X-Next-Cursor', nextCursor);
  const type = accepts(c, {
    header: 'Accept',
    supports: ['application/json', 'text/csv'],
    default: 'application/json',
  });
  if (type === 'application/json') return json;
  responseHeaders.set('Content-Type', 'text/csv; charset=utf-8');
  return formatCsvRows(route, output);
}

const cursorSchema = z.object({ nextCursor: z.string().nullable() });

/** The cached JSON of constant outputs, so that 249 countries are not validated for each request. */
const constantOutputs = new Map<unknown, string | undefined>(
  [listCountries(), ...engines.map(listCountries), usStates].map((list) => [list, undefined]),
);

/**
 * Validates an output against the contract and serializes it. Outputs of engines were validated before they were
 * charged.
 * @throws ServiceError INTERNAL_SERVER_ERROR
 */
function validateOutput(name: RouteName, route: Route, output: unknown): string {
  if (route.engine) return JSON.stringify(output);
  const constant = constantOutputs.get(output);
  if (constant !== undefined) return constant;
  const parsed = route.output.safeParse(output);
  if (!parsed.success) {
    const internal = `output of ${name} violates the contract: ${parsed.error.message}`;
    throw new ServiceError('INTERNAL_SERVER_ERROR', { internal });
  }
  const body = JSON.stringify(parsed.data);
  if (constantOutputs.has(output)) constantOutputs.set(output, body);
  return body;
}
