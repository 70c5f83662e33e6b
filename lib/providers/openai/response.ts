import {
  errorSchema,
  eventSchema,
  type OutputItem,
  responseSchema,
  type VendorError,
  type VendorResponse,
} from '#lib/providers/openai/body';
import { failureOfError } from '#lib/providers/openai/failure';
import { isSafetyBlock } from '#lib/providers/openai/note';
import { ProviderFailure } from '#lib/providers/provider';

/** The status a stream's last event stands for, should its response not name one. */
const endings: Record<string, string> = {
  'response.completed': 'completed',
  'response.incomplete': 'incomplete',
};

/**
 * The finished response of a stream or body. A response cut short by the vendor's own limits is an answer as
 * far as it goes; one that the vendor's own safety stopped is an answer without output that keeps the error.
 * @param vendor whose response it is, for the failure's sentence: xAI speaks the same protocol
 * @throws ProviderFailure when it failed inside a 200, when the stream ended early, or when it holds no answer
 */
export function finishedResponse(events: unknown[], vendor = 'OpenAI'): VendorResponse {
  const items: OutputItem[] = [];
  let last: VendorResponse | undefined;
  let error: VendorError | undefined;
  for (const event of events) {
    const parsed = eventSchema.safeParse(event);
    if (!parsed.success) throw unreadable(parsed.error, vendor);
    const { type, response, item } = parsed.data;
    if (type === 'error') error ??= parsed.data.error ?? errorSchema.safeParse(event).data;
    if (type === 'response.output_item.done' && item) items.push(item);
    if (response) last = { ...response, status: response.status ?? endings[type ?? ''] };
    else if (!type?.startsWith('response.') && type !== 'error') last = wholeBody(event, vendor) ?? last;
  }
  error = last?.error ?? error;
  if (error && isSafetyBlock(error)) return { ...last, error, output: [] };
  if (error) throw failureOfError(error, vendor);
  if (!last || (last.status !== 'completed' && last.status !== 'incomplete')) {
    throw new ProviderFailure(
      'transient',
      `${vendor}’s stream ended early, at status ${last?.status ?? 'none'}.`,
    );
  }
  const response = (last.output ?? []).length > 0 ? last : { ...last, output: items };
  const answered = (response.output ?? []).some((item) => item.type === 'message' && item.content);
  const filtered = response.incomplete_details?.reason === 'content_filter';
  if (!answered && !filtered) throw new ProviderFailure('transient', `${vendor} finished without a message.`);
  return response;
}

function wholeBody(body: unknown, vendor: string): VendorResponse | undefined {
  const parsed = responseSchema.safeParse(body);
  if (!parsed.success) throw unreadable(parsed.error, vendor);
  const { object, status, output, error } = parsed.data;
  if (object !== 'response' && !output && !error) return undefined;
  return { ...parsed.data, status: status ?? 'completed' };
}

function unreadable(cause: Error, vendor: string): ProviderFailure {
  return new ProviderFailure('transient', `${vendor}’s answer has a shape that cannot be read.`, { cause });
}
