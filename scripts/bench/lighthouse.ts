import { loadavg } from 'node:os';
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse';
import TraceGatherer from 'lighthouse/core/gather/gatherers/trace.js';
import { type Browser, chromium } from 'playwright';
import { getEnv } from '#lib/core/env';
import { alignColumns } from '#scripts/bench/table';
import { freePort } from '#scripts/system/free-port';
import { findBrowser, flags } from '#tests/support/browser';

const categories = ['performance', 'accessibility', 'best-practices'] as const;
const forms = ['desktop', 'mobile'] as const;
const runs = 3;
const minScore = 95;
/** What `npm start` prints as the demo's sign-in. */
const demo = { email: 'demo@answerscope.example', password: 'fictional-market' };

type Form = (typeof forms)[number];

/**
 * Measures the overview of the demo of a running instance (APP_URL) with Lighthouse, as a wide and as a narrow
 * device; the best of three runs each, since a busy machine only ever takes away.
 * @returns a table and the audits that fell short
 */
export async function benchLighthouse(): Promise<string> {
  leaveOutUsageOfFeatures();
  const { executablePath, env } = await findBrowser();
  const port = await freePort();
  const args = [...flags, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, env, args });
  try {
    const { address, cookie } = await signIn(browser, getEnv().APP_URL);
    const lines: string[][] = [['', ...categories, 'load average']];
    const short: string[] = [];
    for (const form of forms) {
      const best = await bestOf(form, { address, cookie, port });
      const scores = categories.map((id) => scoreOf(best, id));
      lines.push([form, ...scores.map(String), loadavg()[0]?.toFixed(1) ?? '']);
      short.push(...shortcomings(form, best));
    }
    const goal = `Goal: at least ${minScore} each, in the best of ${runs} runs.`;
    return [alignColumns(lines), '', goal, ...short].join('\n');
  } finally {
    await browser.close();
  }
}

/** Chromium's build for tests ends a page whose use of the web's features is traced; no score rests on it. */
function leaveOutUsageOfFeatures(): void {
  const traced = TraceGatherer.getDefaultTraceCategories();
  TraceGatherer.getDefaultTraceCategories = () =>
    traced.filter((category) => category !== 'blink.webdx_feature_usage');
}

async function signIn(browser: Browser, instance: string): Promise<{ address: string; cookie: string }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${instance}/sign-in`);
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/overview$/);
  const cookies = await context.cookies(instance);
  const address = page.url();
  await context.close();
  return { address, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

interface Place {
  address: string;
  cookie: string;
  port: number;
}

async function bestOf(form: Form, { address, cookie, port }: Place): Promise<Result> {
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    extraHeaders: { Cookie: cookie },
  };
  let best: Result | undefined;
  for (let run = 0; run < runs; run += 1) {
    const measured = await lighthouse(address, flags, form === 'desktop' ? desktopConfig : undefined);
    const result = measured?.lhr;
    if (!result || result.runtimeError)
      throw new Error(result?.runtimeError?.message ?? 'Nothing was measured.');
    if (!best || scoreOf(result, 'performance') > scoreOf(best, 'performance')) best = result;
  }
  if (!best) throw new Error('Nothing was measured.');
  return best;
}

function scoreOf(result: Result, category: string): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100);
}

function shortcomings(form: Form, { audits }: Result): string[] {
  return Object.values(audits)
    .filter(
      ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
    )
    .map(({ id, displayValue }) => `${form}: ${id} ${displayValue ?? ''}`.trimEnd());
}
