import type { Browser, BrowserContext, Request } from 'playwright';

/** Problems since the last call of `takeBrowserProblems`, in this test process. */
let problems: string[] = [];
let allowed: RegExp[] = [];

/** Returns the problems since the last call that the test does not allow, and forgets them. */
export function takeBrowserProblems(): string[] {
  const unexpected = problems.filter((text) => !allowed.some((pattern) => pattern.test(text)));
  problems = [];
  allowed = [];
  return unexpected;
}

/**
 * Allows problems in browsers until the end of the current test, which otherwise fails for each of them.
 * @param patterns of `console: …`, `uncaught: …`, `404 GET http://…`, `failed: GET http://…` or `another host: http://…`
 */
export function allowBrowserProblems(...patterns: RegExp[]): void {
  allowed.push(...patterns);
}

/** Collects the problems of all pages that a browser opens from now on. */
export function watchBrowser(browser: Browser): void {
  browser.on('context', watchContext);
}

function watchContext(context: BrowserContext): void {
  context.on('console', (message) => {
    // The browser repeats a failed request as a console error, without its method.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource:')) return;
    problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  // Unhandled rejections too.
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    if (!isLocal(request.url())) problems.push(`another host: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${formatRequest(response.request())}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // The page or the test left before the response arrived.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${formatRequest(request)} (${reason})`);
  });
}

const formatRequest = (request: Request) => `${request.method()} ${request.url()}`;

function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return !/^https?:$/.test(protocol) || /^(?:127\.0\.0\.1|localhost|\[::1\]|.*\.localhost)$/.test(hostname);
}
