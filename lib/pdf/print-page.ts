import type { Browser, BrowserContext, LaunchOptions } from 'playwright';
import type { Env } from '#lib/core/env';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { processState } from '#lib/core/process-state';
import { escapeHtml } from '#lib/core/text';
import { findChromium } from '#lib/pdf/find-chromium';
import { PrintQueue, type QueueOptions } from '#lib/pdf/print-queue';
import { addTableOfContents } from '#lib/pdf/table-of-contents';

export const paperSizes = ['A4', 'Letter'] as const;

export interface PrintOptions extends QueueOptions {
  /**
   * Creates the URL of the page, just before it is printed, because its token expires soon. It is opened without cookies,
   * and nothing outside its origin is loaded.
   */
  createUrl: () => Promise<string>;
  paper: (typeof paperSizes)[number];
  /** Text at the bottom of each page, to the left of its number. */
  footer: string;
  /** An Accept-Language header: numbers and dates follow its conventions, by default those of English. */
  acceptLanguage?: string | undefined;
  /** 50 by default. */
  timeoutSeconds?: number;
}

const defaultTimeoutSeconds = 50;
/** Chromium must start within this time. On a busy machine, it takes several seconds. */
const launchSeconds = 15;
const margin = { top: '14mm', right: '12mm', bottom: '18mm', left: '12mm' };
/** Pages are laid out this wide, in CSS pixels, and scaled down to the paper. */
const layoutWidth = 880;
/** The widths of the paper between its margins, in CSS pixels: (210 − 24) mm and (215.9 − 24) mm at 96 pixels per inch. */
const printedWidths = { A4: 703, Letter: 725 };

declare module '#lib/core/process-state' {
  interface ProcessState {
    printQueue?: PrintQueue;
  }
}

/**
 * Prints a page as a tagged PDF with an outline, a linked table of contents and page numbers. A process prints one page
 * at a time; others wait.
 * @throws ServiceError SERVICE_UNAVAILABLE without Chromium, if too many pages wait, or if printing fails or takes too
 *   long; RATE_LIMIT_EXCEEDED if one of the places is taken; REQUEST_CANCELED if `signal` is aborted
 */
export async function printPage(
  settings: Pick<Env, 'CHROMIUM_PATH'>,
  options: PrintOptions,
): Promise<Uint8Array> {
  processState.printQueue ??= new PrintQueue();
  const queue = processState.printQueue;
  const found = await findChromium(settings);
  if (!found.isFound) throw unavailable(found.reason);
  return queue.run(() => launchAndPrint(found.path, options), options);
}

const unavailable = (message: string, cause?: unknown) =>
  new ServiceError('SERVICE_UNAVAILABLE', { message, cause });

async function launchAndPrint(executablePath: string, options: PrintOptions): Promise<Uint8Array> {
  const { chromium } = await import('playwright');
  const { timeoutSeconds = defaultTimeoutSeconds, signal } = options;
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch(buildLaunchOptions(executablePath));
    return await Promise.race([
      print(browser, options),
      rejectAfterTimeout(timeoutSeconds),
      ...(signal ? [rejectWhenAborted(signal)] : []),
    ]);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    log.warn({ error: describeError(error) }, 'printing a page failed');
    const reason = error instanceof PrintError ? error.message : 'Chromium could not print the page.';
    throw unavailable(
      `The PDF could not be created: ${reason} Try again, or ask the operator of this instance.`,
      error,
    );
  } finally {
    await browser?.close();
  }
}

/** The error of a page that was not printed. Its message is one sentence for users. */
class PrintError extends Error {
  override readonly name = 'PrintError';
}

function rejectAfterTimeout(timeoutSeconds: number): Promise<never> {
  return new Promise((_, reject) => {
    const message = `Printing took over ${timeoutSeconds} seconds.`;
    setTimeout(() => reject(new PrintError(message)), timeoutSeconds * 1000).unref();
  });
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const cancel = () => reject(new ServiceError('REQUEST_CANCELED'));
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
  });
}

/** The environment variables that Chromium gets. Settings of this instance are not passed on: they may be secrets. */
const passedVariables = /^(?:PATH|HOME|TMPDIR|LANG|LC_\w+|TZ|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+)$/;

function buildLaunchOptions(executablePath: string): LaunchOptions {
  const env = Object.entries(process.env).filter((entry): entry is [string, string] =>
    passedVariables.test(entry[0]),
  );
  return {
    executablePath,
    timeout: launchSeconds * 1000,
    env: Object.fromEntries(env),
    // This process handles the signals; Playwright's handlers would end it earlier.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      // Chromium's sandbox does not work for root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-proxy-server',
      '--host-resolver-rules=MAP * ~NOTFOUND',
    ],
  };
}

async function print(
  browser: Browser,
  { createUrl, paper, footer, acceptLanguage }: PrintOptions,
): Promise<Uint8Array> {
  const context = await browser.newContext({
    viewport: { width: layoutWidth, height: 1_200 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    acceptDownloads: false,
    ...(acceptLanguage && { extraHTTPHeaders: { 'Accept-Language': acceptLanguage } }),
  });
  const url = await createUrl();
  await allowOnlyOrigin(context, new URL(url).origin);
  const page = await context.newPage();
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  const response = await page.goto(url, { waitUntil: 'networkidle', timeout: 0 });
  if (!response?.ok()) throw new PrintError('The page to print could not be opened.');
  // React would undo changes of a page that it has not taken over yet.
  await page.locator('[data-hydrating]').waitFor({ state: 'detached', timeout: 0 });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(addTableOfContents);
  return page.pdf({
    format: paper,
    margin,
    scale: printedWidths[paper] / layoutWidth,
    printBackground: true,
    tagged: true,
    outline: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: buildFooter(footer),
  });
}

/** Chromium has no network access: this process loads resources of the page's origin for it, without redirects. */
async function allowOnlyOrigin(context: BrowserContext, origin: string): Promise<void> {
  await context.route('**/*', async (route) => {
    const isSameOrigin = new URL(route.request().url()).origin === origin;
    // The request fails if the server fails, or if the browser is closed before the response.
    const response = isSameOrigin ? await route.fetch({ maxRedirects: 0 }).catch(() => null) : null;
    const isRedirect = response !== null && response.status() >= 300 && response.status() < 400;
    const answered = response && !isRedirect ? route.fulfill({ response }) : route.abort('blockedbyclient');
    await answered.catch(() => undefined);
  });
  await context.routeWebSocket(/.*/, (socket) => socket.close());
}

function buildFooter(text: string): string {
  return `<div style="width: 100%; margin: 0 12mm; display: flex; justify-content: space-between; font: 7.5px sans-serif; color: #63636e"><span>${escapeHtml(text)}</span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`;
}
