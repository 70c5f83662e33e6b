import { z } from 'zod';
import {
  buildUrl,
  createResponseError,
  isSuccess,
  type ProviderResponse,
  postJson,
} from '#lib/providers/shared/http';
import { lenient } from '#lib/providers/shared/lenient';
import { parseBody } from '#lib/providers/shared/parse-response';
import {
  formatProviderMessage,
  type ProviderContext,
  type ProviderCost,
  ProviderError,
  type ProviderErrorKind,
} from '#lib/providers/shared/provider';
import { needed } from '#lib/providers/shared/response-fields';

export interface DataForSeoOptions {
  baseUrl: string;
  login: string;
  password: string;
}

/** Calls a live endpoint, which returns the result of one task in its response. @throws as `postJson` does */
export function postTask(
  { baseUrl, login, password }: DataForSeoOptions,
  path: string,
  task: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  const credentials = Buffer.from(`${login}:${password}`).toString('base64');
  const headers = { authorization: `Basic ${credentials}`, accept: 'application/json' };
  return postJson(buildUrl(baseUrl, 'v3', path), headers, [task], context);
}

const status = { ...lenient.numbers('status_code', 'cost'), status_message: lenient.text };
/** Returns the schema of a response. @param result the schema of the result of its task */
export const createResponseSchema = (result: z.ZodType) =>
  z.looseObject({
    ...status,
    tasks: needed(lenient.array(lenient.object({ ...status, result: needed(lenient.array(result)) }))),
  });
const envelope = createResponseSchema(z.unknown());

const okCode = 20_000;
const noResultsCode = 40_102;

export interface TaskResult {
  /** Undefined if the engine showed nothing. */
  result: unknown;
  /** The sanitized body. */
  raw: unknown;
  cost?: ProviderCost;
}

/**
 * Reads the response to one live task. "No search results" is an empty result.
 * @throws ProviderError if the request or the task failed, or the body has an unexpected format
 */
export function readTask(response: ProviderResponse, now: Date): TaskResult {
  const raw = parseBody(response.text);
  const body = envelope.safeParse(raw).data;
  const task = body?.tasks?.[0];
  if (!isSuccess(response)) throw toTaskError(task?.status_code ? task : (body ?? {}), response, now);
  if (typeof body?.status_code !== 'number') {
    throw new ProviderError('transient', 'DataForSEO’s response has an unexpected format.');
  }
  if (body.status_code !== okCode) throw toTaskError(body, response, now);
  if (typeof task?.status_code !== 'number') {
    throw new ProviderError('transient', 'DataForSEO’s response contains no task.');
  }
  if (task.status_code !== okCode && task.status_code !== noResultsCode) {
    throw toTaskError(task, response, now);
  }
  const amount = task.cost ?? body.cost;
  return {
    result: task.result?.[0],
    raw,
    ...(typeof amount === 'number' && { cost: { amount, currency: 'USD' } }),
  };
}

/** Converts an error, which DataForSEO usually reports as a code inside a 200 response. */
function toTaskError(
  { status_code, status_message }: Pick<z.infer<typeof envelope>, 'status_code' | 'status_message'>,
  response: ProviderResponse,
  now: Date,
): ProviderError {
  const code = status_code ?? 0;
  return createResponseError('DataForSEO', response, now, {
    kind: code < 40_000 ? undefined : classifyCode(code),
    reason: formatProviderMessage(status_code, status_message),
    retired: missingEndpointCodes.has(code) ? 'endpoint' : undefined,
  });
}

/**
 * Codes below 50000 of errors that a later attempt can avoid, such as a search engine error, too many requests per
 * minute, too many concurrent tasks or an unfinished task.
 */
const transientCodes = new Set([40101, 40103, 40201, 40202, 40209, 40601, 40602]);
/** Codes for missing funds, a daily cost limit and a missing subscription. */
const quotaCodes = new Set([40200, 40203, 40204, 40210]);
const notImplementedCode = 50100;
/** Codes for a path that does not exist, and for one that is not implemented. */
const missingEndpointCodes = new Set([40400, 40402, notImplementedCode]);

/** Classifies an error code, as documented at docs.dataforseo.com/v3/appendix/errors. */
function classifyCode(code: number): ProviderErrorKind {
  if (quotaCodes.has(code)) return 'quota';
  if (code === notImplementedCode) return 'permanent';
  return transientCodes.has(code) || code >= 50_000 ? 'transient' : 'permanent';
}
