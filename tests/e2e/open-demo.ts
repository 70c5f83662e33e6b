import type { Browser, BrowserContext } from 'playwright';
import { ensureDemoCommand } from '#lib/cli/demo';
import { getEnv } from '#lib/core/env';
import { addDays, systemClock, toUtcDay } from '#lib/core/time';
import { backfillDemoJob } from '#lib/dashboard/demo/backfill';
import { createExperiment } from '#lib/dashboard/experiments/experiments';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { createProject } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { startRun } from '#lib/dashboard/runs/run-store';
import { createShare } from '#lib/dashboard/shares/shares';
import type { Context } from '#lib/db/context';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { createService } from '#lib/service/instance/service';
import { createUser } from '#lib/service/users/users';
import { createJobHandlers } from '#lib/worker/jobs';
import type { DemoIds } from '#tests/e2e/screens/screen';
import { createSessionCookie } from '#tests/security/test-app';
import { launchBrowser } from '#tests/support/browser';
import { createFilledDatabase, type TestDatabase } from '#tests/support/database';
import { type Instance, startInstance } from '#tests/support/instance';
import { createOwner, getUserId } from '#tests/support/owners';
import { shareOverview } from '#tests/support/reports';
import { addDetailRecords } from './add-detail-records';

/** An instance with a demo, without a worker, and a browser with a context for each of four people. */
export interface Demo {
  instance: Instance;
  browser: Browser;
  /** Signed in as the owner of the demo. */
  context: BrowserContext;
  /** Without a session. */
  visitorContext: BrowserContext;
  /** Signed in as a user whose email address is not verified. */
  unverifiedContext: BrowserContext;
  /** Signed in as a member without a second factor of an organization that requires one. */
  restrictedContext: BrowserContext;
  ids: DemoIds;
  close(): Promise<void>;
}

/** Opens a demo with the answers of its newest days. No worker runs, so metrics do not change. */
export async function openDemo({ env = {} }: { env?: Record<string, string> } = {}): Promise<Demo> {
  const database = await createFilledDatabase('demo', fillDemo);
  const db = openDatabase(database.url);
  const ids = await addDemoData(db);
  const { rows } = await db.$client.query('SELECT id FROM users');
  const cookie = await createSessionCookie(db, rows[0].id);
  const unverified = await createUser(
    { db, clock: systemClock },
    { name: 'Grace', email: 'grace@kelpcraft.example', password: null },
  );
  const unverifiedCookie = await createSessionCookie(db, unverified.id);
  const restrictedCookie = await createRestrictedSession(db);
  await db.$client.end();
  const instance = await startInstance({ databaseUrl: database.url, pages: true, worker: false, env });
  const browser = await launchBrowser();
  const openContext = async (session?: { name: string; value: string }) => {
    const opened = await browser.newContext({ reducedMotion: 'reduce' });
    if (session) await opened.addCookies([{ ...session, url: instance.url }]);
    return opened;
  };
  return {
    instance,
    browser,
    context: await openContext(cookie),
    visitorContext: await openContext(),
    unverifiedContext: await openContext(unverifiedCookie),
    restrictedContext: await openContext(restrictedCookie),
    ids,
    async close() {
      await browser.close();
      await instance.stop();
      await database.drop();
    },
  };
}

/** Signs in the owner of an organization that requires a second factor, who has none. */
async function createRestrictedSession(db: PooledDatabase) {
  const owner = await createOwner(db);
  await db.$client.query('UPDATE organizations SET requires_second_factor = true WHERE id = $1', [
    owner.organizationId,
  ]);
  return createSessionCookie(db, getUserId(owner));
}

/** Number of times the backfill job runs. Each run covers three days. */
const backfillCount = 2;

/** Backfills the newest days of a demo. */
export async function fillDemo({ url }: TestDatabase): Promise<void> {
  const db = openDatabase(url);
  const deps = { db, clock: systemClock };
  const handlers = createJobHandlers(createService({ ...deps, settings: getEnv() }));
  await ensureDemoCommand.run(deps, []);
  const { rows } = await db.$client.query('SELECT id AS "organizationId" FROM organizations');
  const backfill = handlers.find(({ job }) => job === backfillDemoJob);
  for (let count = 0; count < backfillCount; count += 1) {
    await backfill?.run(rows[0], { id: '', signal: new AbortController().signal });
    await ingestAnswers(deps);
  }
  await db.$client.end();
}

/**
 * Adds an experiment, two share links, an empty project, a project with a run in progress and records for the detail pages
 * to a demo. The returned domain is the longest that belongs to no brand; it is the hardest to fit on a narrow screen.
 */
async function addDemoData(db: PooledDatabase): Promise<DemoIds> {
  const { rows } = await db.$client.query(
    `SELECT a.organization_id AS "organizationId", a.project_id AS "projectId", a.prompt_id AS "promptId",
       a.run_id AS "runId", a.id AS "answerId", s.domain,
       (SELECT id FROM brands WHERE project_id = a.project_id AND role = 'competitor' ORDER BY color_index LIMIT 1) AS "competitorId",
       ARRAY(SELECT id FROM prompts WHERE project_id = a.project_id AND topic = 'Price') AS "promptIds"
     FROM answers a JOIN answer_sources s ON s.answer_id = a.id
     WHERE a.status = 'answered' AND s.domain NOT IN (SELECT unnest(domains) FROM brands)
     ORDER BY length(s.domain) DESC, a.requested_at DESC, a.id LIMIT 1`,
  );
  const { organizationId, promptIds, ...ids } = rows[0];
  const { projectId } = ids;
  const context: Context = {
    db,
    clock: systemClock,
    organizationId,
    actor: { kind: 'operator' },
  };
  const experiment = await createExperiment(context, {
    projectId,
    name: 'Price page',
    description: 'A page that compares prices, with a table of every shop.',
    changedOn: addDays(toUtcDay(new Date()), -2),
    promptIds,
  });
  const { token, reportId } = await shareOverview(context, { projectId });
  const locked = await createShare(context, { projectId, reportId, password: 'kayak-river-3' });
  const emptyProject = await createProject(context, {
    name: 'Kayaks',
    own: { name: 'Fjordwing', domains: ['fjordwing.example'] },
    competitors: [],
  });
  const runningProject = await createProject(context, {
    name: 'Canoes',
    own: { name: 'Otterline', domains: ['otterline.example'] },
    competitors: [],
  });
  await addPrompts(context, { projectId: runningProject.id, prompts: [{ text: 'Which canoe is best?' }] });
  await startRun(context, {
    projectId: runningProject.id,
    kind: 'manual',
    engines: ['gen'],
    countries: ['US'],
    samples: 1,
  });
  return {
    ...ids,
    ...(await addDetailRecords(context, { projectId, reportId })),
    experimentId: experiment.id,
    reportId,
    shareToken: token,
    lockedShareToken: locked.token,
    emptyProjectId: emptyProject.id,
    runningProjectId: runningProject.id,
  };
}
