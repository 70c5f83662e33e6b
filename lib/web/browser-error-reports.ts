import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { describeError } from '#lib/core/errors';
import { readClientAddress, toNetwork } from '#lib/core/ip-address';
import { exceedsJsonDepth } from '#lib/core/json-limits';
import { log } from '#lib/core/log';
import { browserErrors } from '#lib/core/process-metrics';
import { sanitizeText } from '#lib/core/text';
import type { Clock } from '#lib/core/time';
import { describeBrowser } from '#lib/core/user-agent';
import type { Database } from '#lib/db/database';
import { type BrowserError, storeBrowserError } from '#lib/service/instance/browser-errors';
import { redactUrls, toPagePattern } from '#lib/web/redact-urls';

/** The path to which pages report their errors (`components/layout/report-error`). */
const reportPath = '/browser-errors';
const maxBodyBytes = 16 * 1024;
const maxReportsPerMinute = { network: 20, process: 300 };
const windowMs = 60_000;

const reportSchema = z.object({
  message: z.string().max(1_000),
  stack: z.string().max(8_000).default(''),
  page: z.string().max(2_000),
  version: z.string().max(100),
});

/**
 * Creates the handler of error reports from browsers. A report needs no session, because the sign-in page and shared
 * reports can fail too. So it is limited in size and number, and only the operator sees it: in the log, in
 * `answerscope_browser_errors_total` and on the status page.
 * @returns a handler that returns false for other requests. It responds with 204 to a report, 400 to an invalid one, 403 to
 *   one from another site, 413 to one of more than 16 KB and 429 above the limit
 */
export function createBrowserErrorHandler({ db, clock }: { db: Database; clock: Clock }) {
  const isWithinLimit = createReportLimit();
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (request.method !== 'POST' || request.url !== reportPath) return false;
    const { headers } = request;
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return respond(response, 403);
    const network = toNetwork(readClientAddress(headers['x-forwarded-for']));
    if (!isWithinLimit(network)) {
      browserErrors.inc({ outcome: 'limited' });
      return respond(response, 429);
    }
    const body = await readBody(request);
    if (body === undefined) return respond(response, 413);
    const report = parseReport(body, headers['user-agent'] ?? '');
    if (!report) return respond(response, 400);
    browserErrors.inc({ outcome: 'logged' });
    log.warn(report, 'browser error');
    await storeBrowserError(db, report, clock.now()).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'storing a browser error failed');
    });
    return respond(response, 204);
  };
}

function respond(response: ServerResponse, status: number): true {
  // The rest of a body that was not read must not be taken for the next request.
  response.writeHead(status, status === 204 ? {} : { Connection: 'close' }).end();
  return true;
}

/** Creates a function that counts a report and returns whether it is within the limits of its network and the process. */
function createReportLimit(): (network: string) => boolean {
  const recentReports = new LRUCache<string, number>({ max: 10_000, ttl: windowMs, noUpdateTTL: true });
  const count = (key: string) => {
    const reports = (recentReports.get(key) ?? 0) + 1;
    recentReports.set(key, reports);
    return reports;
  };
  return (network) =>
    count(`network ${network}`) <= maxReportsPerMinute.network &&
    count('process') <= maxReportsPerMinute.process;
}

/** Returns the body as text; undefined if it is too long or the browser has gone. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) return undefined;
      chunks.push(chunk);
    }
  } catch (error) {
    if (request.readableAborted) return undefined;
    throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseReport(body: string, userAgent: string): BrowserError | undefined {
  if (exceedsJsonDepth(body, 3)) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined;
  }
  const { data } = reportSchema.safeParse(json);
  return (
    data && {
      message: redactUrls(sanitizeText(data.message)),
      stack: redactUrls(sanitizeText(data.stack)),
      page: toPagePattern(data.page),
      version: sanitizeText(data.version),
      browser: describeBrowser(userAgent.slice(0, 500)),
    }
  );
}
