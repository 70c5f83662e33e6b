import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv4 } from 'node:net';
import type { Env } from '#lib/core/env';
import { invalidField, toErrorResponse } from '#lib/core/errors';
import { parseHost } from '#lib/core/host-name';
import { systemClock } from '#lib/core/time';
import { getTargetPath, isServicePath } from '#lib/http/node-server';

/** Paths of health checks and scrapers, which use the addresses of machines. */
const openPaths = new Set(['/healthz', '/readyz', '/metrics']);

const rejection =
  'This instance does not serve the host in the URL. Use the URL in its setting APP_URL, or add the host to ALLOWED_HOSTS.';

/** The settings whose hosts are accepted. */
export type HostSettings = Pick<
  Env,
  'APP_URL' | 'STORAGE_URL' | 'API_BASE_URL' | 'PRINT_BASE_URL' | 'ALLOWED_HOSTS'
>;

/** Lists the host names that requests may have besides those of the loopback interface. */
export function listAcceptedHosts(settings: HostSettings): string[] {
  const { APP_URL, STORAGE_URL, API_BASE_URL, PRINT_BASE_URL, ALLOWED_HOSTS } = settings;
  const urls = [APP_URL, STORAGE_URL, API_BASE_URL, PRINT_BASE_URL];
  const hosts = [...urls.map((url) => new URL(url).host), ...ALLOWED_HOSTS].map(parseHost);
  return [...new Set(hosts.filter((host) => host !== undefined))];
}

/**
 * Creates a function that returns whether this instance serves a request, judging by its hosts. Other requests get a 421
 * (`sendMisdirected`), so that no other site can read pages in a browser by pointing its own name at this machine (DNS
 * rebinding), and no forged host gets into links. Ports are ignored.
 */
export function createHostCheck(settings: HostSettings): (request: IncomingMessage) => boolean {
  const accepted = new Set(listAcceptedHosts(settings));
  const isAccepted = (text: string) => {
    const host = parseHost(text);
    return host !== undefined && (accepted.has(host) || isLoopback(host));
  };
  return (request) =>
    openPaths.has(getTargetPath(request.url ?? '/')) || listHosts(request).every(isAccepted);
}

/** Lists every host that a request states: in its URL, in Host and in X-Forwarded-Host, which Next.js reads too. */
function listHosts({ url = '/', headersDistinct, headers }: IncomingMessage): string[] {
  const [, inUrl] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  // A request without Host got one from the server (`createNodeServer`).
  const sent = headersDistinct.host ?? [headers.host ?? ''];
  const forwarded = (headersDistinct['x-forwarded-host'] ?? []).flatMap((value) => value.split(','));
  return [...(inUrl === undefined ? [] : [inUrl]), ...sent, ...forwarded.map((host) => host.trim())];
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return true;
  return isIPv4(host) && host.startsWith('127.');
}

/** Responds with 421: to requests of programs with the error envelope, to others with plain text. */
export function sendMisdirected({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const isService = isServicePath(url);
  const body = isService
    ? JSON.stringify(toErrorResponse(invalidField('', rejection), systemClock.now()))
    : `${rejection}\n`;
  response
    .writeHead(421, {
      'Content-Type': isService ? 'application/json' : 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(body);
}
