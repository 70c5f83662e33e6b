import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';

const delayMs = 800;
const bytesPerSecond = 150_000;
const latencyMs = 80;
const cpuSlowdown = 6;

/** Functions that make pages load far more slowly than usual, by their effect. */
export const slowLoads: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the font loads late': (page) => delayFiles(page, /\.woff2$/),
  'styles and scripts load late': (page) => delayFiles(page, /\.(css|js)$/),
  'the network and CPU are slow': async (page) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Network.enable');
    await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
    await browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await browser.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  },
};

/** Delays files whose URL matches a pattern. The interception also bypasses the browser cache. */
async function delayFiles(page: Page, files: RegExp): Promise<void> {
  await page.route(files, async (route) => {
    await delay(delayMs);
    await route.continue();
  });
}
