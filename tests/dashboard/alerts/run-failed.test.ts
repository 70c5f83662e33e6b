import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { listAlertEvents } from '#lib/dashboard/alerts/alert-events';
import { createAlert } from '#lib/dashboard/alerts/alerts';
import { evaluateAlerts, evaluateAlertsJob } from '#lib/dashboard/alerts/evaluate-alerts';
import { sendAlertMessagesJob } from '#lib/dashboard/alerts/messages/queue-notice';
import { createJobQueues } from '#lib/queue/job-runner';
import { insert } from '#tests/dashboard/analytics/support/observations';
import { createTestProject, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
await createJobQueues(dashboard.databaseUrl, [evaluateAlertsJob, sendAlertMessagesJob]);
afterAll(() => dashboard.stop());

const clock = { day: '2026-06-30', now: () => new Date(`${clock.day}T03:00:00Z`) };
const signal = new AbortController().signal;

test('raises an alert for a run with missing answers, and clears it after the next complete run', async () => {
  const context = await dashboard.createContext(clock);
  const { id: projectId } = await createTestProject(context);
  await createAlert(context, { projectId, condition: { kind: 'run-failed', minMissing: 20 } });
  const finishRun = async (day: string, statuses: string[], pauseReason: string | null = null) => {
    const run = { organization_id: context.organizationId, id: randomUUID() };
    const at = `${day}T02:00:00Z`;
    await insert(dashboard.db, 'runs', [
      {
        ...run,
        project_id: projectId,
        kind: 'manual',
        requested_at: at,
        engines: ['chat'],
        countries: ['US'],
        samples: 1,
        item_count: statuses.length,
        status: 'completed',
        pause_reason: pauseReason,
        created_at: at,
        completed_at: at,
      },
    ]);
    const items = statuses.map((status) => ({
      organization_id: run.organization_id,
      run_id: run.id,
      id: randomUUID(),
      prompt_id: randomUUID(),
      engine: 'chat',
      country: 'US',
      sample: 1,
      status,
      updated_at: at,
    }));
    await insert(dashboard.db, 'run_items', items);
  };
  const readKinds = async () => (await listAlertEvents(context, { projectId })).map(({ kind }) => kind);
  await finishRun('2026-07-01', ['answered', 'failed', 'failed']);
  clock.day = '2026-07-01';
  await evaluateAlerts({ db: dashboard.db, clock }, signal);
  await evaluateAlerts({ db: dashboard.db, clock }, signal);
  expect(await readKinds()).toEqual(['raised']);
  const [event] = await listAlertEvents(context, { projectId });
  expect(event?.evidence.summary).toBe('2 of 3 answers of a run are missing (67%): 2 failed.');
  await finishRun('2026-07-02', ['answered', 'answered']);
  clock.day = '2026-07-02';
  await evaluateAlerts({ db: dashboard.db, clock }, signal);
  expect(await readKinds()).toEqual(['cleared', 'raised']);
  await finishRun('2026-07-03', ['answered', 'unreadable', 'not_sent', 'not_sent'], 'credits');
  clock.day = '2026-07-03';
  await evaluateAlerts({ db: dashboard.db, clock }, signal);
  const [unsent] = await listAlertEvents(context, { projectId });
  expect(unsent?.evidence).toMatchObject({
    summary: '3 of 4 answers of a run are missing (75%): 1 failed, 2 not sent (out of credits).',
    details: [
      { label: 'Missing', value: '3 of 4 (75%)' },
      { label: 'Failed', value: '1' },
      { label: 'Not sent (out of credits)', value: '2' },
      { label: 'Threshold', value: '20%' },
    ],
  });
});
