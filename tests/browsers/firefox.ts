import puppeteer, { type Page } from 'puppeteer-core';
import type { StartedBrowser } from '#tests/browsers/browser-window';

/** Starts Firefox, which speaks WebDriver BiDi without a separate driver. */
export async function startFirefox(executablePath: string): Promise<StartedBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    timeout: 120_000,
    protocolTimeout: 60_000,
  });
  return {
    close: () => browser.close(),
    async openWindow() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      return {
        problems: collectProblems(page),
        async open(url) {
          await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 60_000 });
        },
        evaluate: (expression) => page.evaluate(expression),
        click: ({ x, y }) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        resize: (size) => page.setViewport(size),
        close: () => context.close(),
      };
    },
  };
}

/** The error of requests that Firefox cancels, because the user leaves the page. */
const cancellation = 'NS_BINDING_ABORTED';

function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) =>
    problems.push(`uncaught: ${error instanceof Error ? error.message : error}`),
  );
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`status ${response.status()}: ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText ?? 'unknown error';
    if (error !== cancellation) problems.push(`request failed: ${request.url()} (${error})`);
  });
  return problems;
}
