import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

const place = '/_next/static';
const yearSeconds = 31_536_000;

/**
 * Answers for scripts and styles, named by their content, with the Brotli forms of a folder.
 * @returns whether it does: not for a reader who takes no Brotli, and not for what the folder does not have
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
