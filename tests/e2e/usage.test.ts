import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, toUtcDay } from '#lib/core/time';
import { saveBudgets } from '#lib/dashboard/runs/budgets';
import { startRun } from '#lib/dashboard/runs/run-store';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { createTasks } from '#lib/service/tasks/create-tasks';
import { openTestProject, type TestProject } from './open-test-project';
import { findAccessibilityIssues, measureOverflow } from './page-checks';

let project: TestProject;
const today = toUtcDay(new Date());

/** Stores 41 days of usage, a request log, queued tasks, and a run that is paused because credits ran out. */
async function storeUsage(
  { owner, project: { id: projectId } }: TestProject['tenant'],
  { db }: TestProject['app'],
) {
  const { organizationId } = owner;
  const keys = [
    await createApiKey(owner, { name: 'Production' }),
    await createApiKey(owner, { name: 'Batch' }),
  ];
  const keyIds = keys.map(({ id }) => id);
  const days = [addDays(today, -40), today];
  const amount = `(1 + abs(hashint4(n * 31 + length(engine) + extract(doy FROM day)::int * 7)) % 40) * 4`;
  await db.$client.query(
    `INSERT INTO credit_ledger (organization_id, kind, amount, subject_id, engine, key_id, created_at)
     SELECT $1, 'charge', -${amount}, gen_random_uuid(), engine, ($2::uuid[])[1 + n % 2], least(now(), day + n * interval '2 hours')
     FROM generate_series($3::date, $4::date, '1 day') day, unnest(ARRAY['chat', 'gen', 'answer']) engine, generate_series(1, 4) n`,
    [organizationId, keyIds, ...days],
  );
  await db.$client.query(
    `INSERT INTO credit_usage_daily (organization_id, day, engine, key_id, credits, charge_count)
     SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, engine, key_id, -sum(amount), count(*)
     FROM credit_ledger WHERE organization_id = $1 AND kind = 'charge' GROUP BY 1, 2, 3, 4`,
    [organizationId],
  );
  await db.$client.query('UPDATE credit_balances SET balance = 30000 WHERE organization_id = $1', [
    organizationId,
  ]);
  await db.$client.query(
    `INSERT INTO project_usage_daily (organization_id, project_id, day, credits, scheduled_credits)
     SELECT $1, $2, day, sum(credits) / 2, sum(credits) / 4 FROM credit_usage_daily WHERE organization_id = $1 GROUP BY day`,
    [organizationId, projectId],
  );
  await db.$client.query(
    `INSERT INTO requests (organization_id, id, key_id, method, path, status, code, credits_charged, latency_ms, received_at)
     SELECT $1, gen_random_uuid(), ($2::uuid[])[1 + n % 2], 'POST', '/v1/monitor/' || (ARRAY['chat', 'gen'])[1 + n % 2],
       CASE WHEN n % 9 = 0 THEN 502 ELSE 200 END, CASE WHEN n % 9 = 0 THEN 'EXTERNAL_SERVICE_ERROR' END, 5,
       900 + n * 7, now() - n * interval '4 minutes'
     FROM generate_series(1, 130) n`,
    [organizationId, keyIds],
  );
  const task = { engine: 'gen' as const, request: { prompt: 'Which kayak?', country: 'US', include: {} } };
  const options = { idempotencyKey: undefined, webhookUrl: undefined, maxWaitSeconds: 300, credits: 4 };
  const actor = { kind: 'key' as const, keyId: keyIds[0] ?? '' };
  await createTasks(
    { ...owner, actor, plan: 'free', retentionHours: 24 },
    [1, 1, 1, 5, 10].map((priority) => ({ ...task, ...options, priority })),
  );
  await saveSchedule(owner, {
    projectId,
    engines: ['gen', 'chat'],
    countries: ['US', 'DE'],
    samples: 1,
    addOns: false,
    cadence: 'daily',
    timeZone: 'UTC',
    hour: 6,
    weekday: 1,
  });
  await saveBudgets(owner, { projectId, projectCredits: 40_000, scheduleCredits: null });
  const run = await startRun(owner, {
    projectId,
    kind: 'manual',
    engines: ['gen', 'chat'],
    countries: ['US', 'DE'],
    samples: 1,
  });
  await db.$client.query(
    `UPDATE run_items SET status = 'no_answer' WHERE run_id = $1 AND engine = 'gen' AND country = 'US'`,
    [run?.runId],
  );
  await db.$client.query(`UPDATE runs SET status = 'paused', pause_reason = 'credits' WHERE id = $1`, [
    run?.runId,
  ]);
}

beforeAll(async () => {
  project = await openTestProject(storeUsage);
}, 300_000);
afterAll(() => project?.close());

/** Checks the page in a wide and a narrow window, and stores screenshots in the folder SCREENSHOTS, if it is set. */
async function checkPage(name: string) {
  const { page } = project;
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await measureOverflow(page), `${name} overflows at ${width}`).toBeLessThanOrEqual(0);
    const folder = process.env.SCREENSHOTS;
    if (!folder) continue;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  }
  expect(await findAccessibilityIssues(page), name).toEqual([]);
}

it('shows usage by engine, key and project for a period in the URL, and the ledger', async () => {
  const { page, app } = project;
  await page.goto(`${app.instance.url}/developers/usage`);
  await page.getByText(/^\d[\d,]* credits used so far this month/).waitFor();
  await page
    .getByText(
      /^At the pace of the last 28 days, a total of [\d,]+ credits \([\d,]+ to [\d,]+\) will be used/,
    )
    .waitFor();
  await checkPage('usage');
  await page.getByRole('link', { name: 'API key', exact: true }).click();
  await page.waitForURL(/by=key/);
  await page.getByRole('table', { name: 'Credits by API key' }).getByText('Production').waitFor();
  await page.getByRole('link', { name: 'Project', exact: true }).click();
  await page.getByRole('table', { name: 'Credits by project' }).getByText('Kayaks').waitFor();
  await page.getByRole('link', { name: 'Last month' }).click();
  await page.waitForURL(/period=last-month&by=project/);
  await page.getByRole('link', { name: 'Hold', exact: true }).click();
  await page.getByText('There are no ledger entries of this kind').waitFor();
  await page.getByRole('link', { name: 'This month' }).click();
  // The header, and the holds of five queued tasks.
  await expect.poll(() => page.getByRole('table', { name: 'Ledger' }).getByRole('row').count()).toBe(1 + 5);
  const parameters = new URLSearchParams({ organization: project.tenant.owner.organizationId, kind: 'hold' });
  const response = await page.request.get(
    `${app.instance.url}/organization/export/credit-ledger?${parameters}`,
  );
  expect(response.headers()['content-disposition']).toMatch(
    /^attachment; filename="\S.* credit-ledger \d{4}-\d\d-01( to \d{4}-\d\d-\d\d)? hold\.csv"/,
  );
  expect((await response.text()).trim().split('\n')).toHaveLength(1 + 5);
});

it('clears the queue after a confirmation that states what is lost', async () => {
  const { page } = project;
  await page.getByRole('button', { name: 'Clear queue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 5 queued tasks?' });
  await dialog.getByText('20 held credits are released', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Clear queue' }).click();
  await page.getByText('No tasks are queued.').waitFor();
});

it('filters the request log and opens the details of a request', async () => {
  const { page, app } = project;
  await page.goto(`${app.instance.url}/developers/requests?status=error`);
  await page.getByText('14 requests on this page, 14 with an error.', { exact: false }).waitFor();
  await checkPage('requests');
  await page.getByLabel('Endpoint').click();
  await page.getByRole('option', { name: 'POST /v1/monitor/chat · ChatGPT' }).click();
  await page.waitForURL(/endpoint=monitor/);
  await page.getByRole('cell', { name: 'ChatGPT' }).first().waitFor();
  await page.getByRole('button', { name: 'POST /v1/monitor/chat' }).first().click();
  const details = page.getByRole('dialog', { name: 'POST /v1/monitor/chat' });
  await details.getByText('EXTERNAL_SERVICE_ERROR', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
});

it('validates and saves a budget, and states how many run items were not sent', async () => {
  const { page, open } = project;
  await open('schedule');
  const budgets = page.getByRole('region', { name: 'Budgets' });
  await budgets.getByLabel('Credits per month for scheduled runs').fill('x');
  await budgets.getByRole('button', { name: 'Save budgets' }).click();
  await budgets.getByText('Enter a whole number of credits').waitFor();
  await budgets.getByLabel('Credits per month for scheduled runs').fill('1');
  await budgets.getByRole('button', { name: 'Save budgets' }).click();
  await budgets.getByText('of 1 credit this month').waitFor();
  await checkPage('schedule');
  await open('overview');
  await page.getByText('12 of 16 run items were not sent: out of credits.', { exact: false }).waitFor();
  await checkPage('overview');
  await open('runs');
  await page.getByText('12 not sent: out of credits').waitFor();
  await checkPage('runs');
  await page.locator('main li a').first().click();
  await page.getByRole('columnheader', { name: 'Not sent' }).waitFor();
  await checkPage('run');
  await page.getByText('Paused', { exact: true }).waitFor();
  await project.app.db.$client.query(
    `WITH ended AS (UPDATE runs SET status = 'completed', completed_at = now() WHERE status = 'paused' RETURNING id)
     UPDATE run_items SET status = 'not_sent' FROM ended WHERE run_id = ended.id AND run_items.status = 'pending'`,
  );
  // The page of a paused run is updated without a reload when the run ends.
  await page.getByText('You can retry them from the run.', { exact: false }).waitFor();
  await page.getByText('Completed', { exact: true }).waitFor();
});
