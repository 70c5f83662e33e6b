import type { Browser, BrowserContext, Request } from 'playwright';

/** The problems that a test allows. */
interface TestAllowance {
  allowed: RegExp[];
}

let current: TestAllowance = { allowed: [] };
/** Problems since the last call of `takeBrowserProblems`, in this test process. */
let problems: { text: string; test: TestAllowance }[] = [];
/** The test in which a request was sent: its response can be reported only after the end of that test. */
const testsOfRequests = new WeakMap<Request, TestAllowance>();

/** Returns the problems since the last call that their test does not allow, and forgets them. */
export function takeBrowserProblems(): string[] {
  const unexpected = problems.filter(({ text, test }) => !test.allowed.some((pattern) => pattern.test(text)));
  problems = [];
  current = { allowed: [] };
  return unexpected.map(({ text }) => text);
}

/**
 * Allows problems in browsers until the end of the current test, which otherwise fails for each of them.
 * @param patterns of `console: …`, `uncaught: …`, `404 GET http://…`, `failed: GET http://…` or `another host: http://…`
 */
export function allowBrowserProblems(...patterns: RegExp[]): void {
  current.allowed.push(...patterns);
}

/** Collects the problems of all pages that a browser opens from now on. */
export function watchBrowser(browser: Browser): void {
  browser.on('context', watchContext);
}

function watchContext(context: BrowserContext): void {
  const add = (text: string, request?: Request) =>
    problems.push({ text, test: (request && testsOfRequests.get(request)) ?? current });
  context.on('console', (message) => {
    // The browser repeats a failed request as a console error, without its method.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource:')) return;
    add(`console: ${message.text()} (${message.location().url})`);
  });
  // Unhandled rejections too.
  context.on('weberror', (error) => add(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    testsOfRequests.set(request, current);
    if (!isLocal(request.url())) add(`another host: ${request.url()}`);
  });
  context.on('response', (response) => {
    const request = response.request();
    if (response.status() >= 400) add(`${response.status()} ${formatRequest(request)}`, request);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // The page or the test left before the response arrived.
    if (reason !== 'net::ERR_ABORTED') add(`failed: ${formatRequest(request)} (${reason})`, request);
  });
}

const formatRequest = (request: Request) => `${request.method()} ${request.url()}`;

function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return !/^https?:$/.test(protocol) || /^(?:127\.0\.0\.1|localhost|\[::1\]|.*\.localhost)$/.test(hostname);
}
