import { IncomingMessage } from 'node:http';
import { ServiceError } from '#lib/core/errors';

/** A request whose body was read; it can be read again. */
export class BufferedRequest extends IncomingMessage {
  readonly body: Buffer;

  constructor(original: IncomingMessage, body: Buffer) {
    super(original.socket);
    const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = original;
    Object.assign(this, {
      method,
      url,
      headers,
      rawHeaders,
      httpVersion,
      httpVersionMajor,
      httpVersionMinor,
    });
    this.body = body;
    this.complete = true;
    this.push(body);
    this.push(null);
  }
}

/** Returns whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads the body of a request. The connection stays open if the body is too large, so that the client receives the error;
 * the rest of the body is discarded.
 * @throws ServiceError PAYLOAD_TOO_LARGE
 */
export async function bufferRequest(request: IncomingMessage, maxBytes: number): Promise<BufferedRequest> {
  if (request instanceof BufferedRequest) return request;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const body = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        reject(tooLarge(maxBytes));
      }
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
  return new BufferedRequest(request, body);
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', {
    message: `The request is larger than ${maxBytes / 1024} KiB. Nothing was changed. Send less at a time.`,
  });
}
