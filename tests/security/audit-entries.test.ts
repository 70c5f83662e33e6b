import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sendAlertMessagesJob } from '#lib/dashboard/alerts/messages/queue-notice';
import { saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import { enableClassifier } from '#lib/dashboard/sentiment/classifier';
import { createJobQueues } from '#lib/queue/job-runner';
import { createDashboardKey } from '#lib/service/api-keys/api-keys';
import { setProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { root } from '#tests/support/process';
import { listActionCalls } from './action-calls';
import { auditedElsewhere, listChangingCalls, readingActions, unauditedActions } from './audited-actions';
import { startTwoTenants } from './tenant-data';
import { listBuiltActions, readState } from './test-app';

const { app, otherTenant, otherIds } = await startTwoTenants();
afterAll(() => app.stop());
const { owner, project, cookies, userIds } = otherTenant;
const { organizationId } = owner;

async function countEntries(): Promise<number> {
  const { rows } = await app.db.$client.query<{ entries: number }>(
    'SELECT count(*) AS entries FROM audit_log WHERE organization_id = $1',
    [organizationId],
  );
  return rows[0]?.entries ?? 0;
}

/** Creates what the actions need: a completed run with failed items, keys, a classifier, and deliveries and tasks that wait. */
async function prepareData(): Promise<void> {
  await createJobQueues(app.database.url, [sendAlertMessagesJob]);
  await setProviderKeys(owner, { provider: 'openai', keys: { OPENAI_API_KEY: 'sk-a-key' } });
  const { secret: apiKey } = await createDashboardKey(owner);
  await saveApiCredentials(owner, { apiKey, signingSecret: 'whsec_test' });
  const results = [{ id: 0, sentiment: 'positive', aspects: [] }];
  await enableClassifier(
    owner,
    {
      provider: 'openai',
      providerTitle: 'OpenAI',
      model: 'gpt-5-mini',
      since: '2026-11-01',
      inputPrice: 1,
      outputPrice: 1,
    },
    () => async () => ({ value: { results }, inputTokens: 1, outputTokens: 1 }),
  );
  const query = (text: string, ...values: unknown[]) => app.db.$client.query(text, values);
  await query("UPDATE run_items SET status = 'failed' WHERE run_id = $1", otherIds.run);
  await query("UPDATE runs SET status = 'completed' WHERE id = $1", otherIds.run);
  await query(
    `INSERT INTO deliveries (organization_id, task_id, url, body, status, completed_at)
     VALUES ($1, gen_random_uuid(), 'https://hooks.example/other', '{}', 'not_sent', now())`,
    organizationId,
  );
  await query(
    `WITH queued AS (UPDATE task_queue_stats SET queued = 1 WHERE organization_id = $1)
     INSERT INTO tasks (organization_id, engine, request, credits_to_charge) VALUES ($1, 'gen', '{}', 0)`,
    organizationId,
  );
}

test('every action is listed with its entry in the audit log, or with the reason why it has none', () => {
  const listed = [
    ...readingActions,
    ...Object.keys(unauditedActions),
    ...Object.keys(auditedElsewhere),
    ...listChangingCalls(otherTenant, otherIds).map(({ action }) => action),
  ];
  expect(listed.toSorted(), 'List each action once in tests/security/audited-actions.ts').toEqual(
    [...listBuiltActions().keys()].toSorted(),
  );
  for (const path of Object.values(auditedElsewhere)) expect(existsSync(join(root, path)), path).toBe(true);
});

test('actions that read change nothing and leave no entry', async () => {
  const calls = listActionCalls(project.id, otherIds, userIds.viewer);
  const [before, entries] = [await readState(app, otherTenant), await countEntries()];
  for (const action of readingActions) {
    const { status } = await app.callAction(action, calls[action]?.[0] ?? [], { cookie: cookies.owner });
    expect([action, status]).toEqual([action, 200]);
  }
  expect(await readState(app, otherTenant)).toBe(before);
  expect(await countEntries()).toBe(entries);
});

test('every action that changes something leaves an entry', async () => {
  await prepareData();
  const problems: string[] = [];
  for (const { action, getArgs, role = 'owner' } of listChangingCalls(otherTenant, otherIds)) {
    const before = await countEntries();
    const { text, redirect } = await app.callAction(action, await getArgs(), { cookie: cookies[role] });
    if (!text.includes('"ok":true') && redirect === null)
      problems.push(`${action} failed: ${text.slice(-300)}`);
    else if ((await countEntries()) === before) problems.push(`${action} left no entry`);
  }
  expect(problems).toEqual([]);
});
