import type { Browser, BrowserContext } from 'playwright';
import { addDays, systemClock, toUtcDay } from '#lib/core/time';
import { createExperiment } from '#lib/dashboard/experiments/experiments';
import { createProject } from '#lib/dashboard/projects/project';
import { createShare } from '#lib/dashboard/shares/shares';
import { type Context, openDatabase, type PooledDatabase } from '#lib/db/client';
import type { DemoIds } from '#tests/e2e/screens/screen';
import { launchBrowser } from '#tests/support/browser';
import { createDatabase } from '#tests/support/database';
import { type Instance, startInstance } from '#tests/support/instance';
import { startProcess } from '#tests/support/process';
import { waitFor } from '#tests/support/wait';

/** A demo with its newest days, without a worker, and a signed-in browser. */
export interface Demo {
  instance: Instance;
  browser: Browser;
  context: BrowserContext;
  ids: DemoIds;
  close(): Promise<void>;
}

const answersPerDay = 30 * 3 * 4;
const daysAnswered = 4;

/** Backfills the newest days of a demo, stops its worker so that metrics do not change, and signs in. */
export async function openDemo(): Promise<Demo> {
  const database = await createDatabase();
  const db = openDatabase(database.url);
  const instance = await startInstance({ databaseUrl: database.url, pages: true });
  const browser = await launchBrowser();
  const close = async () => {
    await browser.close();
    await instance.stop();
    await db.$client.end();
    await database.drop();
  };
  try {
    const command = startProcess(['lib/cli/main.ts', 'demo', 'ensure'], instance.env);
    if ((await command.ended()) !== 0) throw new Error(command.output());
    const { demo } = JSON.parse(command.output().trim().split('\n').at(-1) ?? '');
    await waitFor(
      'days of the demo are answered',
      async () => {
        const { rows } = await db.$client.query('SELECT count(*) AS answers FROM answers');
        return Number(rows[0].answers) >= daysAnswered * answersPerDay;
      },
      { seconds: 120, everyMs: 250 },
    );
    await instance.worker.end();
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await signIn(context, instance.address, demo);
    return { instance, browser, context, ids: await addDemoData(db), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Signs in the browser context. */
async function signIn(
  context: BrowserContext,
  address: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${address}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/overview/);
  await page.close();
}

/** Adds an experiment, a share link and an empty project to a demo. */
async function addDemoData(db: PooledDatabase): Promise<DemoIds> {
  const { rows } = await db.$client.query(
    `SELECT a.organization_id AS "organizationId", a.project_id AS "projectId", a.prompt_id AS "promptId",
       a.run_id AS "runId", a.id AS "answerId", s.domain,
       (SELECT id FROM brands WHERE project_id = a.project_id AND role = 'competitor' ORDER BY color_index LIMIT 1) AS "competitorId",
       ARRAY(SELECT id FROM prompts WHERE project_id = a.project_id AND topic = 'Price') AS "promptIds"
     FROM answers a JOIN answer_sources s ON s.answer_id = a.id
     WHERE a.status = 'answered' AND s.domain NOT IN (SELECT unnest(domains) FROM brands)
     ORDER BY a.requested_at DESC, a.id LIMIT 1`,
  );
  const { organizationId, promptIds, ...found } = rows[0];
  const { projectId } = found;
  const context: Context = {
    db: db,
    clock: systemClock,
    organizationId,
    actor: { kind: 'operator' },
  };
  const experiment = await createExperiment(context, {
    projectId,
    experiment: {
      name: 'Price page',
      what: 'A page that compares prices, with a table of every shop.',
      changedOn: addDays(toUtcDay(new Date()), -2),
      promptIds,
    },
  });
  const { token } = await createShare(context, { projectId });
  const empty = await createProject(context, {
    name: 'Kayaks',
    own: { name: 'Fjordwing', domains: ['fjordwing.example'] },
    competitors: [],
  });
  return { ...found, experimentId: experiment.id, shareToken: token, emptyProjectId: empty.id };
}
