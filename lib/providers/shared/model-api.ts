import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { createResponseError, isSuccess, type ProviderResponse } from '#lib/providers/shared/http';
import { lenient } from '#lib/providers/shared/lenient';
import {
  omitEmpty,
  type ParsedEvents,
  parseBody,
  parseEvents,
  parseResponse,
  sanitize,
} from '#lib/providers/shared/parse-response';
import {
  type ExternalProvider,
  formatProviderMessage,
  type ProviderAnswer,
  type ProviderContext,
  ProviderError,
  type ProviderErrorKind,
} from '#lib/providers/shared/provider';
import {
  describeRetirement,
  findRetirement,
  type RequestedModel,
  RetirementError,
} from '#lib/providers/shared/retirement';

export interface ModelOptions {
  baseUrl: string;
  apiKey: string;
  model: string;
}

export interface ModelAnswer<E extends Engine> extends Pick<ProviderAnswer<E>, 'result'> {
  tokens?: number | null | undefined;
  costDollars?: number | null | undefined;
  /** A sentence that says why the answer is incomplete. */
  note?: string | undefined;
}

interface ModelApi<E extends Engine>
  extends Pick<ExternalProvider<E>, 'name' | 'engine' | 'timeoutMs' | 'responseSchema' | 'targeting'> {
  /** The provider’s name in error messages. */
  title: string;
  /** The model that is requested, as set. */
  model: string;
  send(request: MonitorRequest, context: ProviderContext): Promise<ProviderResponse>;
  /** Reads a successful response. @throws ProviderError */
  readAnswer(body: ParsedEvents, signal: AbortSignal): ModelAnswer<E> | Promise<ModelAnswer<E>>;
  /** Returns the empty answer for an error that is a refusal for safety reasons; undefined for other errors. */
  readRefusal?(error: ModelError): ModelAnswer<E> | undefined;
  getErrorKind: GetErrorKind;
}

/** Creates a provider that serves an engine with the API of a language model. */
export function createModelProvider<E extends Engine>(api: ModelApi<E>): ExternalProvider<E> {
  const { name, engine, timeoutMs, title, responseSchema, targeting } = api;
  const model: RequestedModel = { name: api.model, setting: `${name.toUpperCase()}_MODEL` };
  return {
    name,
    engine,
    timeoutMs,
    responseSchema,
    targeting,
    async query(request, context) {
      const response = await api.send(request, context);
      const error = isSuccess(response) ? undefined : readError(response);
      const refusal = error && api.readRefusal?.(error);
      if (error && !refusal) {
        throw createResponseError(title, response, context.clock.now(), {
          kind: api.getErrorKind(error, response.status),
          reason: formatError(error),
          waitMs: parseWaitMs(error),
          model,
        });
      }
      const body = parseEvents(response.text);
      const answer = refusal ?? (await readAnswer(api, body, context.signal, model));
      const { result, tokens, costDollars, note } = answer;
      return sanitize({
        result,
        raw: body.events,
        ...omitEmpty({ tokens, note }),
        ...(typeof costDollars === 'number' && { cost: { amount: costDollars, currency: 'USD' } }),
      });
    },
  };
}

/** Reads a successful response, and names the model if the provider says in it that the model was retired. */
async function readAnswer<E extends Engine>(
  api: ModelApi<E>,
  body: ParsedEvents,
  signal: AbortSignal,
  model: RequestedModel,
): Promise<ModelAnswer<E>> {
  try {
    return await api.readAnswer(body, signal);
  } catch (error) {
    if (!(error instanceof RetirementError) || error.retired !== 'model') throw error;
    throw new RetirementError('model', describeRetirement(api.title, 'model', model), error.response);
  }
}

const errorCode = z.union([z.string(), z.number()]).nullish().catch(undefined);

/** An error in the body of a response or in an event of a stream. */
export const modelErrorSchema = z.looseObject({
  code: errorCode,
  ...lenient.texts('type', 'status', 'message'),
  // Only Gemini sends details.
  details: lenient.array(
    lenient.object({
      ...lenient.texts('reason', 'retryDelay'),
      violations: lenient.array(lenient.object(lenient.texts('quotaId'))),
    }),
  ),
});
export type ModelError = z.infer<typeof modelErrorSchema>;

/** xAI sends the message as a string in `error`, next to `code`. */
const errorBody = z.looseObject({
  code: errorCode,
  error: z
    .union([z.string().transform((message) => modelErrorSchema.parse({ message })), modelErrorSchema])
    .nullish()
    .catch(undefined),
});

/** Reads the error of a response with an error status. */
export function readError({ text }: ProviderResponse): ModelError {
  // Gemini’s streams wrap the body in an array.
  const [body] = [parseBody(text)].flat();
  const { code, error } = errorBody.safeParse(body).data ?? {};
  return { ...error, code: code ?? error?.code };
}

/** Classifies an error. @param status HTTP status; 500 if an error in a stream contains none */
export type GetErrorKind = (error: ModelError, status: number) => ProviderErrorKind;

/** Returns the error reported inside a 200 stream. Its `code` may be an HTTP status. */
export function createStreamError(
  provider: string,
  error: ModelError,
  getErrorKind: GetErrorKind,
): ProviderError {
  const status = typeof error.code === 'number' ? error.code : undefined;
  const kind = getErrorKind(error, status ?? 500);
  const reason = formatError(error);
  const message = `${provider} failed during the stream: ${reason}`;
  // Without a status, an unknown error counts as transient, even if its message says more.
  const isRejected = kind === 'permanent' || (kind === 'transient' && status === undefined);
  const retired = isRejected ? findRetirement(status, reason) : undefined;
  if (retired) return new RetirementError(retired, describeRetirement(provider, retired), message);
  return new ProviderError(kind, message, { retryAfterMs: parseWaitMs(error) });
}

/** Parses the events of a stream, or a whole body. @throws ProviderError if one reports an error */
export function readModelEvents<T extends { error?: ModelError | null | undefined }>(
  provider: string,
  schema: z.ZodType<T>,
  events: unknown[],
  getErrorKind: GetErrorKind,
): T[] {
  return events.map((raw) => {
    const event = parseResponse(schema, raw, provider);
    if (event.error) throw createStreamError(provider, event.error, getErrorKind);
    return event;
  });
}

/** Formats an error with its textual code if it has one, otherwise with its number. */
export function formatError({ code, type, status, message, details }: ModelError): string {
  const reason = details?.find((detail) => detail.reason)?.reason;
  return formatProviderMessage(reason ?? status ?? (typeof code === 'string' ? code : type) ?? code, message);
}

/** Parses Gemini’s RetryInfo (`"34.4s"`), or OpenAI’s "Please try again in 1.5s". */
function parseWaitMs({ message, details }: ModelError): number | undefined {
  const delay = details?.find((detail) => detail.retryDelay)?.retryDelay;
  const [, amount, unit] =
    /^(\d+(?:\.\d+)?)(s)$/.exec(delay ?? '') ??
    /try again in (\d+(?:\.\d+)?)(ms|s)\b/i.exec(message ?? '') ??
    [];
  return amount ? Math.ceil(Number(amount) * (unit?.toLowerCase() === 's' ? 1000 : 1)) : undefined;
}
