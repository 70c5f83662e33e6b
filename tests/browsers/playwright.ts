import type { StartedBrowser } from '#tests/browsers/browser-window';
import { launchBrowser } from '#tests/support/browser';

/** Starts the newest Chromium. Problems on its pages fail the test, like those of every browser that Playwright drives. */
export async function startWithPlaywright(): Promise<StartedBrowser> {
  const browser = await launchBrowser();
  return {
    close: () => browser.close(),
    async openWindow() {
      const context = await browser.newContext();
      const page = await context.newPage();
      return {
        problems: [],
        async open(url) {
          await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 60_000 });
        },
        evaluate: (expression) => page.evaluate(expression),
        click: ({ x, y }) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        resize: (size) => page.setViewportSize(size),
        close: () => context.close(),
      };
    },
  };
}
