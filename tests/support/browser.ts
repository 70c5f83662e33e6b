import { type Browser, chromium } from 'playwright';
import { findBrowser, flags } from '#tests/support/find-browser';

/** Launches the tests' browser. Close it in `afterAll`. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({ executablePath, env, args: flags });
}
