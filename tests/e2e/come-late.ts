import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';

const lateMs = 800;
const slowBytesASecond = 150_000;
const slowLatencyMs = 80;
const timesSlower = 6;

/** How a page may come late, each far worse than on most machines and by itself. */
export const latecomers: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'its font comes late': (page) => holdBack(page, /\.woff2$/),
  'its styles and scripts come late': (page) => holdBack(page, /\.(css|js)$/),
  'it comes in pieces to a slow machine': async (page) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Network.enable');
    await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
    await browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slowLatencyMs,
      downloadThroughput: slowBytesASecond,
      uploadThroughput: slowBytesASecond,
    });
    await browser.send('Emulation.setCPUThrottlingRate', { rate: timesSlower });
  },
};

/** Interception also keeps the browser from taking the files out of its cache. */
async function holdBack(page: Page, files: RegExp): Promise<void> {
  await page.route(files, async (route) => {
    await delay(lateMs);
    await route.continue();
  });
}
