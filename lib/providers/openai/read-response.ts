import {
  type ContentPart,
  errorSchema,
  eventSchema,
  isSafetyError,
  type ModelResponse,
  type OutputItem,
  type ResponseError,
  responseSchema,
  toStreamError,
} from '#lib/providers/openai/api';
import { plainText } from '#lib/providers/shared/plain-text';
import { formatProviderMessage, ProviderError } from '#lib/providers/shared/provider';

/** The status of a response whose last event does not contain one. */
const finalStatuses: Record<string, string> = {
  'response.completed': 'completed',
  'response.incomplete': 'incomplete',
};

/**
 * Combines the events of a stream, or a whole body, into the finished response. A response that was cut short is
 * returned as far as it goes; one refused for safety reasons is returned with its error and without output.
 * @param provider for error messages
 * @throws ProviderError if the provider reports an error, the stream ended early or there is no message
 */
export function readResponse(events: unknown[], provider: string): ModelResponse {
  const items: OutputItem[] = [];
  let last: ModelResponse | undefined;
  let error: ResponseError | undefined;
  for (const event of events) {
    const parsed = eventSchema.safeParse(event);
    if (!parsed.success) throw unexpectedFormat(parsed.error, provider);
    const { type, response, item } = parsed.data;
    if (type === 'error') error ??= parsed.data.error ?? errorSchema.safeParse(event).data;
    if (type === 'response.output_item.done' && item) items.push(item);
    if (response) last = { ...response, status: response.status ?? finalStatuses[type ?? ''] };
    else if (!type?.startsWith('response.') && type !== 'error') last = readBody(event, provider) ?? last;
  }
  error = last?.error ?? error;
  if (error && isSafetyError(error)) return { ...last, error, output: [] };
  if (error) throw toStreamError(error, provider);
  if (!last || (last.status !== 'completed' && last.status !== 'incomplete')) {
    const status = last?.status ?? 'none';
    throw new ProviderError('transient', `${provider}’s stream ended early with status ${status}.`);
  }
  const response = (last.output ?? []).length > 0 ? last : { ...last, output: items };
  const hasMessage = (response.output ?? []).some((item) => item.type === 'message' && item.content);
  const isFiltered = response.incomplete_details?.reason === 'content_filter';
  if (!hasMessage && !isFiltered) {
    throw new ProviderError('transient', `${provider} returned no message.`);
  }
  return response;
}

function readBody(body: unknown, provider: string): ModelResponse | undefined {
  const parsed = responseSchema.safeParse(body);
  if (!parsed.success) throw unexpectedFormat(parsed.error, provider);
  const { object, status, output, error } = parsed.data;
  if (object !== 'response' && !output && !error) return undefined;
  return { ...parsed.data, status: status ?? 'completed' };
}

function unexpectedFormat(cause: Error, provider: string): ProviderError {
  return new ProviderError('transient', `${provider}’s response has an unexpected format.`, { cause });
}

/** Explains in a sentence why a response is not a complete answer; undefined if it is one. */
export function describeRefusal({ error, incomplete_details, output }: ModelResponse): string | undefined {
  if (error) return `The engine refused to answer: ${formatProviderMessage(error.code, error.message)}`;
  const reason = incomplete_details?.reason;
  if (reason === 'content_filter') return 'The engine’s own filter stopped the answer.';
  if (reason) return `The answer was cut short: ${formatProviderMessage(reason)}.`;
  const parts = (output ?? []).flatMap((item) => item.content ?? []);
  return parts.some((part) => part.refusal) ? 'The engine refused to answer.' : undefined;
}

/**
 * Reads the text of an answer: the messages of the output, without those that only announce the next step, unless
 * there are no others.
 * @param readPart returns a part's Markdown and the same text without citations (`bare`)
 */
export function readMessages<P extends { markdown: string; bare: string }>(
  output: OutputItem[],
  readPart: (part: ContentPart) => P,
): { text: string; markdown: string; parts: P[] } {
  const all = output.filter((item) => item.type === 'message' && (item.content ?? []).length > 0);
  const answers = all.filter((message) => message.phase !== 'commentary');
  const messages = (answers.length > 0 ? answers : all).map(({ content }) => (content ?? []).map(readPart));
  const join = (field: 'markdown' | 'bare') =>
    messages.map((parts) => parts.map((part) => part[field]).join('')).join('\n\n');
  return { text: plainText(join('bare')), markdown: join('markdown'), parts: messages.flat() };
}
