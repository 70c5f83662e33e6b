import { createResponseError, isSuccess, type ProviderResponse } from '#lib/providers/shared/http';
import { formatError, type GetErrorKind, readError } from '#lib/providers/shared/model-api';
import { parseBody } from '#lib/providers/shared/parse-response';
import { type ProviderContext, ProviderError } from '#lib/providers/shared/provider';

/** A request to a language model for an answer in JSON. */
export interface JsonRequest {
  instructions: string;
  input: string;
  /** A JSON Schema of an object; every property is required and no other is allowed. */
  schema: object;
}

export interface JsonReply {
  /** Not validated: a model may ignore the schema. */
  value: unknown;
  inputTokens: number;
  outputTokens: number;
}

/** Returns the parsed body of a response. @param model the model that was requested @throws ProviderError for an error status */
export function readModelBody(
  provider: string,
  model: string,
  response: ProviderResponse,
  { clock }: ProviderContext,
  getErrorKind: GetErrorKind,
): unknown {
  if (isSuccess(response)) return parseBody(response.text);
  const error = readError(response);
  throw createResponseError(provider, response, clock.now(), {
    kind: getErrorKind(error, response.status),
    reason: formatError(error),
    model: { name: model },
  });
}

/** Parses the text of an answer as JSON. @throws ProviderError transient if it is not valid JSON */
export function parseReply(provider: string, text: string): unknown {
  const value = parseBody(text);
  if (value === undefined) throw new ProviderError('transient', `${provider} did not return valid JSON.`);
  return value;
}
