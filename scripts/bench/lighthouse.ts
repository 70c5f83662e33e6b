import { loadavg } from 'node:os';
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse';
import TraceGatherer from 'lighthouse/core/gather/gatherers/trace.js';
import { type Browser, chromium } from 'playwright';
import { readDemoPassword } from '#lib/cli/demo-password';
import { getEnv } from '#lib/core/env';
import { demoEmail } from '#lib/service/users/demo-account';
import { alignColumns } from '#scripts/bench/table';
import { findFreePort } from '#scripts/system/free-port';
import { findBrowser, flags } from '#tests/support/browser';

const categories = ['performance', 'accessibility', 'best-practices'] as const;
const devices = ['desktop', 'mobile'] as const;
const runs = 3;
const minScore = 95;

type Device = (typeof devices)[number];

/**
 * Measures the demo's overview on a running instance (APP_URL, DATA_DIR) with Lighthouse, on desktop and mobile. Takes the best of
 * three runs, since other load on the machine can only lower a score.
 * @returns a table and the audits below 0.9
 */
export async function benchLighthouse(): Promise<string> {
  skipFeatureUsageTrace();
  const { executablePath, env } = await findBrowser();
  const port = await findFreePort();
  const args = [...flags, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, env, args });
  try {
    const { url, cookie } = await signIn(browser, getEnv().APP_URL);
    const lines: string[][] = [['', ...categories, 'load average']];
    const failedAudits: string[] = [];
    for (const device of devices) {
      const best = await findBestRun(device, { url, cookie, port });
      const scores = categories.map((id) => getScore(best, id));
      lines.push([device, ...scores.map(String), loadavg()[0]?.toFixed(1) ?? '']);
      failedAudits.push(...listFailedAudits(device, best));
    }
    const goal = `Goal: at least ${minScore} each in the best of ${runs} runs.`;
    return [alignColumns(lines), '', goal, ...failedAudits].join('\n');
  } finally {
    await browser.close();
  }
}

/** Removes a trace category that makes the tests' build of Chromium crash. No score depends on this category. */
function skipFeatureUsageTrace(): void {
  const categories = TraceGatherer.getDefaultTraceCategories();
  TraceGatherer.getDefaultTraceCategories = () =>
    categories.filter((category) => category !== 'blink.webdx_feature_usage');
}

/** Signs in to the demo with the password in the data folder. */
async function signIn(browser: Browser, instance: string): Promise<{ url: string; cookie: string }> {
  const { DATA_DIR } = getEnv();
  const password = readDemoPassword(DATA_DIR);
  if (password === undefined) {
    throw new Error(
      `${DATA_DIR} contains no password of the demo. Set DATA_DIR to the data folder of the instance.`,
    );
  }
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${instance}/sign-in`);
  await page.getByLabel('Email').fill(demoEmail);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/overview$/);
  const cookies = await context.cookies(instance);
  const url = page.url();
  await context.close();
  return { url, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

interface MeasuredPage {
  url: string;
  cookie: string;
  port: number;
}

async function findBestRun(device: Device, { url, cookie, port }: MeasuredPage): Promise<Result> {
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    extraHeaders: { Cookie: cookie },
  };
  let best: Result | undefined;
  for (let run = 0; run < runs; run += 1) {
    const measured = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
    const result = measured?.lhr;
    if (!result || result.runtimeError)
      throw new Error(result?.runtimeError?.message ?? 'Lighthouse returned no result.');
    if (!best || getScore(result, 'performance') > getScore(best, 'performance')) best = result;
  }
  if (!best) throw new Error('Lighthouse returned no result.');
  return best;
}

function getScore(result: Result, category: string): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100);
}

function listFailedAudits(device: Device, { audits }: Result): string[] {
  return Object.values(audits)
    .filter(
      ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
    )
    .map(({ id, displayValue }) => `${device}: ${id} ${displayValue ?? ''}`.trimEnd());
}
