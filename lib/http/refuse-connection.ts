import type { Duplex } from 'node:stream';
import { toErrorResponse } from '#lib/core/error-response';
import { invalidField } from '#lib/core/errors';

const refusals: Record<string, { line: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    message: 'The request headers are too large. Send less in them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    message: 'The request was not complete in time. Send it again.',
  },
};

const malformed = { line: '400 Bad Request', message: 'This is not a valid HTTP request.' };

/**
 * Answers what Node.js could not even read as a request, in the envelope, and closes the connection. For a
 * server's `clientError` event.
 */
export function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { line, message } = refusals[error.code ?? ''] ?? malformed;
  const body = JSON.stringify(toErrorResponse(invalidField('', message), new Date()));
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
