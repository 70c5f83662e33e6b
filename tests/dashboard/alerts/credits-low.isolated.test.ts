import { afterAll, expect, test, vi } from 'vitest';
import { startService } from '#tests/support/service';

// The dashboard reads the balance from the service, with the key in `API_KEY`.
const testService = await startService();
afterAll(() => testService.stop());
const tenant = await testService.createTenant({ plan: 'scale', credits: 1_000 });
Object.assign(process.env, { API_BASE_URL: testService.baseUrl, API_KEY: tenant.secret });

// Settings are read once, so the modules that read them are loaded after they are set.
vi.resetModules();
const { listAlertEvents } = await import('#lib/dashboard/alerts/alert-events');
const { createAlert } = await import('#lib/dashboard/alerts/alerts');
const { evaluateAlerts, evaluateAlertsJob } = await import('#lib/dashboard/alerts/evaluate-alerts');
const { createChannel } = await import('#lib/dashboard/alerts/messages/channels');
const { sendAlertMessagesJob } = await import('#lib/dashboard/alerts/messages/queue-notice');
const { createOperatorContext } = await import('#lib/db/context');
const { createJobQueues } = await import('#lib/queue/job-runner');
const { createTestProject } = await import('#tests/support/dashboard');

const { db } = testService;
const clock = { minutes: 0, now: () => new Date(Date.now() + clock.minutes * 60_000) };
const context = createOperatorContext({ db, clock }, tenant.id);

test('an alert about low credits is raised once, and cleared by the credits of the next month', async () => {
  await createJobQueues(testService.databaseUrl, [evaluateAlertsJob, sendAlertMessagesJob]);
  const { id: projectId } = await createTestProject(context);
  await createChannel(context, { projectId, kind: 'email', target: 'a@acme.example' });
  await createAlert(context, { projectId, condition: { kind: 'credits-low', minCredits: 998 } });
  const evaluate = async () => {
    clock.minutes += 5;
    await evaluateAlerts({ db, clock }, new AbortController().signal);
    return (await listAlertEvents(context, { projectId })).map(({ kind }) => kind);
  };
  expect(await evaluate()).toEqual([]);
  // Costs 4 of the 1,000 credits.
  await tenant.send('POST', '/v1/monitor/gen', { prompt: 'Which kayak is best?', country: 'US' });
  expect(await evaluate()).toEqual(['raised']);
  expect(await evaluate()).toEqual(['raised']);
  const [raised] = await listAlertEvents(context, { projectId });
  expect(raised?.evidence.summary).toBe('996 credits are left this month, fewer than 998.');
  await db.$client.query("UPDATE credit_balances SET month = '2020-01-01' WHERE organization_id = $1", [
    tenant.id,
  ]);
  expect(await evaluate()).toEqual(['cleared', 'raised']);
  const { rows } = await db.$client.query('SELECT notices FROM alert_messages');
  expect(rows.map(({ notices }) => notices.length)).toEqual([1]);
});
