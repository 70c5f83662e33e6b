import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

const place = '/_next/static';
const yearSeconds = 31_536_000;

/**
 * Creates the handler that serves scripts and styles from a folder of Brotli files.
 * @returns whether it answered: not if the client does not accept Brotli or the folder lacks the file
 */
export function createStaticHandler(
  folder: string,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  if (!existsSync(folder)) return () => false;
  const send = sirv(folder, { brotli: true, immutable: true, maxAge: yearSeconds });
  return (request, response) => {
    const { url = '/' } = request;
    if (!url.startsWith(`${place}/`)) return false;
    let isSent = true;
    request.url = url.slice(place.length);
    send(request, response, () => {
      isSent = false;
    });
    request.url = url;
    return isSent;
  };
}
