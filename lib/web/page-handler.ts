import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import sirv from 'sirv';
import { getEnv } from '#lib/core/env';
import { toServiceError } from '#lib/core/errors';
import { getClientAddress } from '#lib/core/ip-address';
import type { CountSecurityEvent } from '#lib/core/observe-security-events';
import { systemClock } from '#lib/core/time';
import { findShare } from '#lib/dashboard/shares/open-share';
import type { ProcessDatabases } from '#lib/db/databases';
import { isWebSocket } from '#lib/http/node-server';
import { createFairRenderer } from '#lib/scale/fair-share/fair-renderer';
import { createBrowserErrorHandler } from '#lib/web/browser-error-reports';
import { BufferedRequest } from '#lib/web/buffered-request';
import { checkJsonLimits } from '#lib/web/check-action';
import {
  allowEmbedding,
  getShareToken,
  setRecentChangeCookie,
  setSecurityHeaders,
} from '#lib/web/page-headers';
import { createPageRenderer, root } from '#lib/web/page-renderer';
import { createBodyReceiver, isAction, isLarge } from '#lib/web/receive-body';
import {
  createRequestLimit,
  getSubject,
  rememberRequestUser,
  sendTooManyRequests,
} from '#lib/web/request-limits';
import { runInRequest } from '#lib/web/request-state';
import { sendError } from '#lib/web/send-error';
import { createDatabaseCheck, isServedWithoutDatabase, sendUnavailable } from '#lib/web/unavailable-page';

const backgroundScript = resolve(import.meta.dirname, 'background-process.ts');

/** Creates the handler of page requests, which responds with 503 while the database is unavailable. */
export async function createPageHandler({
  isDevelopment,
  databases,
  countSecurityEvent,
}: {
  isDevelopment: boolean;
  databases: ProcessDatabases;
  countSecurityEvent: CountSecurityEvent;
}) {
  const { APP_URL, TRUSTED_PROXIES } = getEnv();
  const { system: db, restricted } = databases;
  const maxDataAgeMs = restricted.staleReads?.maxAgeMs;
  const isSecure = APP_URL.startsWith('https://');
  const renderer = await createPageRenderer({ isDevelopment });
  const fairRenderer = createFairRenderer({
    render: renderer.render,
    isHeavy: isLarge,
    check(request) {
      if (isLarge(request) && request instanceof BufferedRequest) checkJsonLimits(request);
    },
    getSubject,
    background: isDevelopment
      ? undefined
      : { script: backgroundScript, countSecurityEvent, onUser: rememberRequestUser },
  });
  const isDatabaseAvailable = createDatabaseCheck(db);
  const isWithinLimit = createRequestLimit();
  const receiveBrowserError = createBrowserErrorHandler({ db, clock: systemClock });
  const sendStatic = isDevelopment ? () => false : createStaticHandler(join(root, '.next', 'brotli'));
  const receiveBody = createBodyReceiver(db);
  const handleRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket, url = '/' } = request;
    if (isWebSocket(request) || !isDecodable(url)) return sendNotFound(response);
    response.once('close', () => discardRest(request));
    const forwardedFor = headers['x-forwarded-for'];
    headers['x-forwarded-for'] = getClientAddress(socket.remoteAddress, forwardedFor, TRUSTED_PROXIES);
    setSecurityHeaders(request, response, { isDevelopment });
    const subject = getSubject(request);
    if (subject && !isWithinLimit(subject, url)) return sendTooManyRequests(request, response);
    const endStatic = subject && url.startsWith(`${staticPath}/`) ? fairRenderer.track(subject) : undefined;
    if (endStatic) response.once('close', endStatic);
    if (sendStatic(request, response)) return;
    endStatic?.();
    if (await receiveBrowserError(request, response)) return;
    if (!isServedWithoutDatabase(request) && !(await isDatabaseAvailable())) {
      return sendUnavailable(request, response, systemClock.now());
    }
    if (maxDataAgeMs !== undefined) {
      setRecentChangeCookie(request, response, { isSecure, seconds: maxDataAgeMs / 1000 });
    }
    // Responses to actions are not framed.
    const token = isAction(request) ? undefined : getShareToken(url);
    const share = token && { token, found: await findShare({ db, clock: systemClock }, token) };
    if (share) {
      // Next.js responds with 200 to a navigation within the app, even if the page is not found.
      if (!share.found && headers.rsc !== undefined) return sendNotFound(response);
      allowEmbedding(response, share.found?.embedOrigins ?? []);
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    try {
      await receiveBody(request, (received) =>
        runInRequest(share && isRead ? { share } : {}, () =>
          fairRenderer.render(received, response, subject),
        ),
      );
    } catch (error) {
      // The client has disconnected before it sent the whole body.
      if (!request.complete && request.destroyed) return void response.destroy();
      const serviceError = toServiceError(error);
      if (response.headersSent || serviceError.code === 'INTERNAL_SERVER_ERROR') throw error;
      return sendError(request, response, serviceError);
    }
  };
  return {
    handleRequest,
    recordServiceRequest: fairRenderer.recordServiceRequest,
    upgrade: renderer.upgrade,
    close: async () => {
      await fairRenderer.close();
      await renderer.close();
    },
  };
}

/** Reads and discards what is left of a body after the response, so that the connection can be used for another request. */
function discardRest(request: IncomingMessage): void {
  if (!request.readableEnded) request.unpipe().resume();
}

function sendNotFound(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end('Not found.\n');
}

/** Returns whether the URL's path can be decoded; Next.js would respond with 500 to others. */
function isDecodable(target: string): boolean {
  if (!/^(?:\/|https?:)/i.test(target)) return false;
  try {
    decodeURIComponent(target.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

const staticPath = '/_next/static';
const yearSeconds = 31_536_000;

/**
 * Creates the handler that serves scripts and styles from a folder of Brotli files.
 * @returns a handler that returns whether it responded; false if the client does not accept Brotli or there is no such file
 */
function createStaticHandler(folder: string) {
  if (!existsSync(folder)) return () => false;
  const send = sirv(folder, { brotli: true, immutable: true, maxAge: yearSeconds });
  return (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/' } = request;
    if (!url.startsWith(`${staticPath}/`)) return false;
    let isSent = true;
    request.url = url.slice(staticPath.length);
    send(request, response, () => {
      isSent = false;
    });
    request.url = url;
    return isSent;
  };
}
