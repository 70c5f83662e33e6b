import { afterAll, expect, test } from 'vitest';
import { enqueue } from '#lib/queue/jobs';
import { listProviderChecks } from '#lib/service/provider-checks/check-store';
import { checkProvidersJob, runDueChecks } from '#lib/service/provider-checks/run-checks';
import { renderStatusPage } from '#lib/worker/status-page';
import { startProcess } from '#tests/support/process';
import { startService } from '#tests/support/service';
import { waitFor } from '#tests/support/wait';
import { rename, startChangingProviders } from './changing-providers.ts';

const providers = await startChangingProviders();
const environment = { ...providers.settings.serpapi, PROVIDER_CHECKS: 'on' };
const instance = await startService(environment);
const { db } = instance;
const workers = [1, 2].map(() =>
  startProcess(['lib/worker/main.ts'], {
    ...environment,
    DATABASE_URL: instance.databaseUrl,
    ENCRYPTION_KEY: '0'.repeat(64),
  }),
);
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
  await instance.stop();
  await providers.close();
});

const { signal } = new AbortController();
const countLogs = (message: string) =>
  workers.map((worker) => worker.output().split(`"${message}"`).length - 1).reduce((a, b) => a + b);

const readCheck = async () => {
  const [check] = await listProviderChecks(db, instance.service.settings);
  if (!check) throw new Error('There is no check.');
  return check;
};

/** Lets a day pass and has the workers look for checks that are due. */
async function runNextDay() {
  const before = await readCheck();
  await db.$client.query(
    "UPDATE provider_checks SET started_at = started_at - interval '1 day', checked_at = checked_at - interval '1 day'",
  );
  await enqueue(db, checkProvidersJob, {});
  return waitFor('the check has ended', async () => {
    const check = await readCheck();
    return check.checkedAt !== null && check.checkedAt > (before.checkedAt ?? new Date(0))
      ? check
      : undefined;
  });
}

test('runs once a day for all workers, also after a restart, and warns only when the result changes', async () => {
  await waitFor('both workers run', () => countLogs('worker started') === 2, { seconds: 60 });
  expect(await readCheck()).toMatchObject({ status: null, checkedAt: null });
  expect(providers.countRequests()).toBe(0);
  await enqueue(db, checkProvidersJob, {});
  const first = await waitFor('the first check has ended', async () => {
    const check = await readCheck();
    return check.status === null ? undefined : check;
  });
  expect(first).toMatchObject({ provider: 'serpapi', engine: 'search', status: 'passed', findings: [] });
  expect(providers.countRequests()).toBe(1);

  // Neither a worker that starts now nor two at the same time repeat it on the same day.
  await Promise.all([1, 2, 3].map(() => runDueChecks(instance.open(), signal)));
  expect(providers.countRequests()).toBe(1);

  providers.setChange(rename('displayed_link', 'link', 'href'));
  expect(await runNextDay()).toMatchObject({ status: 'failed', passedAt: expect.any(Date) });
  expect(await runNextDay()).toMatchObject({ status: 'failed' });
  expect(providers.countRequests()).toBe(3);
  await waitFor('the failure is logged', () => countLogs('provider check failed') === 1);
  const line = workers
    .flatMap((worker) => worker.output().split('\n'))
    .find((text) => text.includes('provider check failed'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 'warn',
    provider: 'serpapi',
    reason: expect.stringContaining('organic_results[].link is missing, organic_results[].href is new'),
  });

  const metrics = await (await fetch(`${instance.baseUrl}/metrics`)).text();
  expect(metrics).toContain('answerscope_provider_check_failed{provider="serpapi"} 1\n');
  expect(metrics).toMatch(/answerscope_provider_check_success_timestamp_seconds\{provider="serpapi"\} \d+/);
  const page = await renderStatusPage(instance.service);
  expect(page).toContain('The daily check of SerpApi failed. organic_results[].link is missing');

  providers.setChange((object) => object);
  expect(await runNextDay()).toMatchObject({ status: 'passed', findings: [] });
  await waitFor('the recovery is logged', () => countLogs('provider check recovered') === 1);
  expect(countLogs('provider check failed')).toBe(1);
  expect(await (await fetch(`${instance.baseUrl}/metrics`)).text()).toContain(
    'answerscope_provider_check_failed{provider="serpapi"} 0\n',
  );
  expect(await renderStatusPage(instance.service)).not.toContain('The daily check of');
});

test('two workers at the same moment send one request', async () => {
  await db.$client.query('DELETE FROM provider_checks');
  const before = providers.countRequests();
  await Promise.all(Array.from({ length: 6 }, () => runDueChecks(instance.open(), signal)));
  expect(providers.countRequests()).toBe(before + 1);
});

test('a check that was interrupted is repeated after a quarter of an hour', async () => {
  const before = providers.countRequests();
  const interrupt = (minutes: number) =>
    db.$client.query(
      'UPDATE provider_checks SET checked_at = NULL, started_at = now() - make_interval(mins => $1)',
      [minutes],
    );
  await interrupt(14);
  await runDueChecks(instance.open(), signal);
  expect(providers.countRequests()).toBe(before);
  await interrupt(16);
  await runDueChecks(instance.open(), signal);
  expect(providers.countRequests()).toBe(before + 1);
});

test('sends nothing with PROVIDER_CHECKS=off, and without provider keys', async () => {
  await db.$client.query('DELETE FROM provider_checks');
  const before = providers.countRequests();
  const { service } = instance;
  await runDueChecks({ ...service, settings: { ...service.settings, PROVIDER_CHECKS: 'off' } }, signal);
  await runDueChecks({ ...service, settings: { ...service.settings, SERPAPI_API_KEY: undefined } }, signal);
  expect(providers.countRequests()).toBe(before);
});
