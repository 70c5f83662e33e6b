import { afterAll, expect, test } from 'vitest';
import { launchBrowser } from '#tests/support/browser';

const browser = await launchBrowser();
afterAll(() => browser.close());

test('the test browser renders a page', async () => {
  const page = await browser.newPage();
  await page.setContent('<h1>Answerscope</h1>');
  const { width } = (await page.locator('h1').boundingBox()) ?? { width: 0 };
  expect(await page.textContent('h1')).toBe('Answerscope');
  expect(width).toBeGreaterThan(0);
});
