import { request } from 'undici';
import { ProviderFailure } from '#lib/providers/provider';
import { tellReply } from '#lib/providers/vendor-replies';

const maxAnswerBytes = 32 * 1024 * 1024;

/** What a vendor's server sent back, whole. */
export interface VendorReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Whether the status of a reply is one of success. */
export function isSuccess({ status }: Pick<VendorReply, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

/** A header of a reply by its lower-case name; the first where it came more than once. */
export function headerOf(headers: VendorReply['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export interface VendorCall {
  headers: Record<string, string>;
  body: unknown;
  signal: AbortSignal;
}

/**
 * Posts JSON to a vendor and reads the answer to its end, whatever its status.
 * @throws ProviderFailure transient when the connection fails or ends midway; the signal's reason when aborted
 */
export function postToVendor(url: string, call: VendorCall): Promise<VendorReply> {
  return exchange(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      ...call.headers,
    },
    body: JSON.stringify(call.body),
    signal: call.signal,
  });
}

/**
 * Reads what a vendor has at an address, as `postToVendor` does. The address may carry a secret in its query: no
 * failure names more of it than the host, and redirects are not followed.
 * @throws as `postToVendor` does
 */
export async function getFromVendor(url: string, call: Omit<VendorCall, 'body'>): Promise<VendorReply> {
  const { signal } = call;
  try {
    return await exchange(url, {
      method: 'GET',
      headers: { accept: 'application/json', ...call.headers },
      signal,
    });
  } catch (error) {
    // The cause is left out: errors of the client may quote the request.
    if (!(error instanceof ProviderFailure)) throw error;
    throw new ProviderFailure(error.kind, withoutQuery(error.message, url));
  }
}

interface Exchange {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

async function exchange(url: string, call: Exchange): Promise<VendorReply> {
  try {
    const answer = await request(url, {
      ...call,
      // The signal bounds the whole attempt; a silent but living stream is not an error.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    tellReply(answer.headers);
    return { status: answer.statusCode, headers: answer.headers, text: await readText(answer.body) };
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    if (error instanceof ProviderFailure) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ProviderFailure('transient', `The connection to ${new URL(url).host} failed: ${reason}`, {
      cause: error,
    });
  }
}

/** A message without the query of an address, as a whole or by its values. */
function withoutQuery(message: string, url: string): string {
  const { search, searchParams } = new URL(url);
  const parts = [search, ...searchParams.values()].filter((part) => part.length > 3);
  return parts.reduce((text, part) => text.replaceAll(part, '…'), message);
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxAnswerBytes) {
      throw new ProviderFailure('permanent', `The vendor sent more than ${maxAnswerBytes} bytes.`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * A vendor's path below its base address, which may end in a version segment (`/v1`, `/v1beta`) or not.
 * @param version the segment used when the base has none; empty for a vendor without versions
 */
export function vendorUrl(base: string, version: string, path: string): string {
  const trimmed = base.replace(/\/+$/, '');
  const versioned =
    version === '' || /\/v\d+(?:alpha|beta)?\d*$/.test(trimmed) ? trimmed : `${trimmed}/${version}`;
  return `${versioned}/${path}`;
}
