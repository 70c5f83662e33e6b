import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { auditActions, formatAuditAction } from '#lib/core/audit-actions';
import { createFixedClock } from '#lib/core/time';
import { addNote, editNote } from '#lib/dashboard/annotations/annotations';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { createProject, deleteProject } from '#lib/dashboard/projects/project';
import { addPrompts, archivePrompts } from '#lib/dashboard/prompts/edit-prompts';
import { importPrompts } from '#lib/dashboard/prompts/import-prompts';
import { saveBranding } from '#lib/dashboard/reports/branding';
import { unfreezeReport } from '#lib/dashboard/reports/freeze-report';
import { deleteReport } from '#lib/dashboard/reports/reports';
import { setTimeZone } from '#lib/dashboard/rescoring/set-time-zone';
import { saveBudgets } from '#lib/dashboard/runs/budgets';
import { startRun } from '#lib/dashboard/runs/run-store';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import { disableClassifier, enableClassifier } from '#lib/dashboard/sentiment/classifier';
import { classifyAnswers } from '#lib/dashboard/sentiment/classify-answers';
import { labelSentence, listLabeledLanguages } from '#lib/dashboard/sentiment/label-sentences';
import { editShare } from '#lib/dashboard/shares/edit-share';
import { pauseShare, resumeShare, revokeShare } from '#lib/dashboard/shares/shares';
import {
  createSubscription,
  deleteSubscription,
  setSubscriptionPaused,
} from '#lib/dashboard/subscriptions/subscriptions';
import { type Context, createOperatorContext } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import { freezeReport } from '#lib/registry/freeze-report';
import { createApiKey, revokeApiKey, rotateApiKey } from '#lib/service/api-keys/api-keys';
import { exportOrganization } from '#lib/service/exports/export-organization';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { inviteMember, renewInvitation, revokeInvitation } from '#lib/service/members/invitations';
import {
  changeMemberRole,
  leaveOrganization,
  removeMember,
  transferOwnership,
} from '#lib/service/members/members';
import { listAuditActors, listAuditLog } from '#lib/service/organizations/audit-log';
import { restoreOrganization, scheduleDeletion } from '#lib/service/organizations/deletion';
import { renameOrganization } from '#lib/service/organizations/organizations';
import { updateOrganization } from '#lib/service/organizations/update-organization';
import { removeProviderKeys, setProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { clearQueue } from '#lib/service/tasks/queue';
import { resendDelivery } from '#lib/service/webhooks/deliveries';
import { disableFailingEndpoint } from '#lib/service/webhooks/disable-endpoint';
import { enableEndpoint } from '#lib/service/webhooks/endpoints';
import { recoverDeliveries } from '#lib/service/webhooks/recover-deliveries';
import { sendTestEvent } from '#lib/service/webhooks/send-test-event';
import {
  disableSigning,
  enableSigning,
  endSigningOverlap,
  rotateSigningSecret,
} from '#lib/service/webhooks/signing';
import { changeAlerts } from '#tests/dashboard/alerts/change-alerts';
import { changeProject } from '#tests/dashboard/projects/change-project';
import { buildDelivery, createTestProject, listRunItems, receiveDelivery } from '#tests/support/dashboard';
import { createDatabase } from '#tests/support/database';
import { createEmail, createMember, createOwner, noon, password } from '#tests/support/owners';
import { shareOverview, weeklySubscription } from '#tests/support/reports';
import { describeAuditChange } from '../../../app/(dashboard)/members/audit/audit-change';

const database = await createDatabase();
const db = openDatabase(database.url);
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const client = { ipAddress: '192.0.2.7', userAgent: 'Firefox' };

/** Sends a test event and resends it; recovers a delivery of an endpoint that was disabled and enabled again. */
async function changeDeliveries(owner: Context): Promise<void> {
  const { organizationId } = owner;
  const { deliveryId } = await sendTestEvent(owner, { url: 'https://hooks.example/secret-path' });
  await db.$client.query(`UPDATE deliveries SET status = 'failed', completed_at = now() WHERE id = $1`, [
    deliveryId,
  ]);
  await resendDelivery(owner, { deliveryId });
  const { rows } = await db.$client.query(
    `INSERT INTO deliveries (organization_id, task_id, url, body, status, completed_at)
     VALUES ($1, gen_random_uuid(), 'https://hooks.example/other', '{}', 'not_sent', now())
     RETURNING endpoint_id AS "endpointId"`,
    [organizationId],
  );
  const { endpointId } = rows[0];
  await db.$client.query(
    `INSERT INTO webhook_endpoints (organization_id, id, label, failing_since) VALUES ($1, $2, 'hooks.example/…', now())`,
    [organizationId, endpointId],
  );
  await disableFailingEndpoint(owner, { organizationId, endpointId });
  await enableEndpoint(owner, { endpointId });
  await recoverDeliveries(owner, { since: new Date(0) });
}

/** Classifies a sentence in an answer, and labels it. */
async function labelFirstSentence(owner: Context): Promise<void> {
  const { id: projectId } = await createTestProject(owner, ['Which kayak?']);
  const run = await startRun(owner, {
    projectId,
    kind: 'manual',
    engines: ['gen'],
    countries: ['DE'],
    samples: 1,
  });
  for (const item of await listRunItems(owner, run?.runId ?? '')) {
    await receiveDelivery(owner, buildDelivery(item, { text: 'Fjordwing is light.' }));
  }
  await ingestAnswers(owner);
  const results = [{ id: 0, sentiment: 'positive', aspects: [] }];
  const model = async () => ({ value: { results }, inputTokens: 1, outputTokens: 1 });
  await classifyAnswers(owner, () => model, new AbortController().signal);
  const [language] = await listLabeledLanguages(owner);
  await labelSentence(owner, { sentenceId: language?.next?.id ?? '', sentiment: 'positive' });
}

/** Makes one change of each kind that is logged. @returns the secrets that must not be logged */
async function makeLoggedChanges(owner: Context): Promise<string[]> {
  const member = await createMember(owner, 'editor');
  const { token, id: revokedId } = await inviteMember(owner, {
    role: 'viewer',
    label: 'nina@people.example',
  });
  const invitation = await inviteMember(owner, { role: 'viewer' });
  const renewed = await renewInvitation(owner, { id: revokedId });
  await revokeInvitation(owner, { id: revokedId });
  await acceptInvitation(owner, {
    token: invitation.token,
    user: { name: 'Nina', email: createEmail(), password },
  });
  await changeMemberRole(owner, { userId: member.userId, role: 'viewer' });
  await removeMember(owner, { userId: member.userId });
  const leaving = await createMember(owner, 'viewer');
  await leaveOrganization(leaving);
  const secondOwner = await createMember(owner, 'owner');
  await transferOwnership(secondOwner, { userId: (await createMember(owner, 'admin')).userId });
  await renameOrganization(owner, { name: 'Acme Ltd' });
  await updateOrganization(createOperatorContext(owner, owner.organizationId), { plan: 'team', credits: 10 });
  (await exportOrganization(owner)).body.destroy();
  await scheduleDeletion(owner, { name: 'Acme Ltd' });
  await restoreOrganization(owner);
  const key = await createApiKey(owner, { name: 'CI', scopes: ['read'] });
  const rotated = await rotateApiKey(owner, { id: key.id, overlapDays: 1 });
  await revokeApiKey(owner, { id: rotated.id });
  const { secret: signingSecret } = await enableSigning(owner);
  await rotateSigningSecret(owner, { overlapDays: 1 });
  await endSigningOverlap(owner);
  await disableSigning(owner);
  await changeDeliveries(owner);
  await setProviderKeys(owner, { provider: 'openai', keys: { OPENAI_API_KEY: 'sk-very-secret-key' } });
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
  await labelFirstSentence(owner);
  await disableClassifier(owner);
  await removeProviderKeys(owner, { provider: 'openai' });
  const { id: projectId } = await createProject(owner, { name: 'Kayaks', own: { name: 'Fjordwing' } });
  await changeProject(owner, projectId);
  await saveBudgets(owner, { projectId, projectCredits: 100, scheduleCredits: null });
  await owner.db.$client.query(
    `WITH queued AS (UPDATE task_queue_stats SET queued = 1 WHERE organization_id = $1)
     INSERT INTO tasks (organization_id, engine, request, credits_to_charge) VALUES ($1, 'gen', '{}', 0)`,
    [owner.organizationId],
  );
  await clearQueue(owner);
  const share = await shareOverview(owner, { projectId, password: 'a share password' });
  await editShare(owner, { projectId, shareId: share.id, password: 'another share password' });
  await pauseShare(owner, { projectId, shareId: share.id });
  await resumeShare(owner, { projectId, shareId: share.id });
  await revokeShare(owner, { projectId, shareId: share.id });
  await saveBranding(owner, { logoPng: null, accentColor: '#0b6e69', footer: 'Acme' });
  const { reportId } = share;
  const saved = await createSubscription(owner, {
    projectId,
    reportId,
    ...weeklySubscription,
    recipients: ['ada@people.example'],
  });
  const ids = { projectId, reportId, subscriptionId: saved.id };
  await setSubscriptionPaused(owner, { ...ids, isPaused: true });
  await deleteSubscription(owner, ids);
  await freezeReport(owner, { projectId, reportId: share.reportId });
  await unfreezeReport(owner, { projectId, reportId: share.reportId });
  await deleteReport(owner, { projectId, reportId: share.reportId });
  const alertSecrets = await changeAlerts(owner, { projectId, databaseUrl: database.url });
  await setTimeZone(owner, { projectId, timeZone: 'Asia/Tokyo' });
  await deleteProject(owner, { projectId });
  return [
    ...alertSecrets,
    token,
    renewed.token,
    key.secret,
    rotated.secret,
    signingSecret,
    'secret-path',
    'sk-very-secret-key',
    share.token,
    'a share password',
    'another share password',
  ];
}

/** Creates an owner whose clock advances by a second with every call, so that the order of the entries is known. */
async function createOwnerWithClock(): Promise<Context> {
  let ticks = 0;
  const clock = { now: () => new Date(noon.getTime() + 1000 * ticks++) };
  return { ...(await createOwner(db)), clock, client };
}

test('logs every change with who made it, from where, and what changed, without secrets', async () => {
  const owner = await createOwnerWithClock();
  const secrets = await makeLoggedChanges(owner);
  // Entries about user accounts are tested in tests/service/users, those about second factors in second-factor.test.ts.
  const testedElsewhere = /^member\.(?:email|password|sessions|sign-in)|^organization\.second-factor/;
  const expected = auditActions.filter((action) => !testedElsewhere.test(action));
  const { entries, next } = await listAuditLog(owner, {}, 300);
  expect(next).toBe(null);
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(expected));
  const find = (action: string) => entries.filter((entry) => entry.action === action);
  expect(find('member.role-changed')).toMatchObject([
    { actor: 'Olga', before: { role: 'editor' }, after: { role: 'viewer' }, ...client },
  ]);
  expect(find('member.joined')).toMatchObject([{ actor: 'Nina', after: { role: 'viewer' } }]);
  expect(find('invitation.revoked')).toMatchObject([{ target: 'nina@people.example' }]);
  expect(find('invitation.created').map(({ target }) => target)).toEqual(
    expect.arrayContaining(['nina@people.example', 'Viewer']),
  );
  expect(find('api-key.rotated')).toMatchObject([{ target: 'CI', after: { scopes: ['read'] } }]);
  expect(find('project.deleted')).toMatchObject([{ target: 'Kayaks' }]);
  expect(find('share.created')).toMatchObject([{ after: { hasPassword: true } }]);
  const { rows } = await db.$client.query('SELECT * FROM audit_log WHERE organization_id = $1', [
    owner.organizationId,
  ]);
  for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
});

test('describes every change of a project in a sentence with counts, and names the project', async () => {
  const owner = await createOwnerWithClock();
  const { id: projectId } = await createProject(owner, { name: 'Kayaks', own: { name: 'Fjordwing' } });
  await changeProject(owner, projectId);
  const { entries } = await listAuditLog(owner, {}, 300);
  const sentences = entries
    .toReversed()
    .map((entry) =>
      [`${formatAuditAction(entry.action)}: ${entry.target}`, describeAuditChange(entry)].filter(Boolean),
    )
    .map((parts) => parts.join('. '));
  const [today] = owner.clock.now().toISOString().split('T');
  expect(sentences).toEqual([
    'Organization created: Acme',
    'Project created: Kayaks',
    'Brand added: Tidewater. Name: Tidewater · Aliases: none · Domains: tidewater.example · Project: Kayaks · Match case: no · Must not appear near: none · Must appear near: none',
    'Brand changed: Tidewater. Aliases: none → Tide · Project: Kayaks',
    'Brand removed: Tidewater. Project: Kayaks',
    'Prompts added: Kayaks. Added: 2 · Prompts: Which kayak?, Which paddle?',
    'Prompts imported: Kayaks. Added: 3 · Prompts: Which vest?, Which helmet?, Which boots?',
    'Prompts changed: Kayaks. Topic: Gear · Changed: 5 · Prompts: Which boots?, Which helmet?, Which kayak?, 2 more · Tags added: new',
    'Prompt reworded: Kayaks. Text: Which kayak? → Which rope?',
    'Prompts archived: Kayaks. Prompts: Which paddle? · Archived: 1',
    `Experiment created: New page. Day of the change: ${today} · Project: Kayaks · Assignment: chosen · Description: A page about vests. · Treatment prompts: 1`,
    'Experiment changed: Newer page. Name: New page → Newer page · Project: Kayaks',
    'Experiment deleted: Newer page. Project: Kayaks',
    'Note created: Launch. Day: 2026-03-02 · Project: Kayaks',
    'Note changed: Launch. Day: 2026-03-02 → 2026-03-03 · Project: Kayaks',
    'Note deleted: Launch. Day: 2026-03-03 · Project: Kayaks',
    'Saved view created: Last week. Page: Overview · Filters: days=7 · Project: Kayaks',
    'Saved view changed: A week. Name: Last week → A week · Project: Kayaks',
    'Saved view deleted: A week. Project: Kayaks',
    'Domain type changed: trail.example. Type: automatic → forum · Project: Kayaks',
    'Schedule changed: Kayaks. Hour: 06:00 · Search queries and products: yes · Cadence: daily · Scheduled runs: yes · Engines: ChatGPT, Gemini, Perplexity · Samples per run: 1 · Day: Monday · Time zone: UTC · Countries: United States',
    'Schedule changed: Kayaks. Cadence: daily → weekly',
    'Run started: Kayaks. Answers requested: 4 · Engines: Gemini · Samples per run: 1 · Countries: United States',
    'Report created: Weekly. Project: Kayaks',
    'Report changed: Monthly. Name: Weekly → Monthly · Revision: 1 → 2 · Project: Kayaks',
  ]);
});

test('an edit that changes nothing, and prompts that exist already, leave no entry', async () => {
  const owner = await createOwnerWithClock();
  const { id: projectId } = await createProject(owner, { name: 'Kayaks', own: { name: 'Fjordwing' } });
  const count = async () => (await listAuditLog(owner)).entries.length;
  const prompts = [{ text: 'Which kayak?' }];
  const note = { day: '2026-03-02', text: 'Launch' };
  await addPrompts(owner, { projectId, prompts });
  await saveSchedule(owner, { projectId, ...defaultSchedule });
  const { id: noteId } = await addNote(owner, { projectId, ...note });
  const before = await count();
  await addPrompts(owner, { projectId, prompts });
  await saveSchedule(owner, { projectId, ...defaultSchedule });
  await editNote(owner, { projectId, noteId, ...note });
  await archivePrompts(owner, { projectId, promptIds: [randomUUID()] });
  expect(await count()).toBe(before);
});

test('a change of 2,000 prompts makes one entry', async () => {
  const owner = await createOwnerWithClock();
  const { id: projectId } = await createProject(owner, { name: 'Kayaks', own: { name: 'Fjordwing' } });
  const texts = Array.from({ length: 2_000 }, (_, index) => `Which kayak is number ${index}?`);
  await importPrompts(owner, { projectId, csv: ['prompt', ...texts].join('\n') });
  const { entries } = await listAuditLog(owner, { action: 'prompts.imported' });
  expect(entries).toMatchObject([{ after: { added: 2_000, prompts: [...texts.slice(0, 3), '1997 more'] } }]);
});

test('filters by action and actor, pages through all entries, and ignores invalid filters', async () => {
  const owner = await createOwnerWithClock();
  await makeLoggedChanges(owner);
  const { entries: all } = await listAuditLog(owner, {}, 300);
  const created = await listAuditLog(owner, { action: 'api-key.created' });
  expect(created.entries.every(({ action }) => action === 'api-key.created')).toBe(true);
  expect(created.entries.length).toBeGreaterThan(0);
  const [actor] = (await listAuditActors(owner)).filter(({ name }) => name === 'Nina');
  expect((await listAuditLog(owner, { actor: actor?.id })).entries.map(({ action }) => action)).toEqual([
    'member.joined',
  ]);
  const paged: string[] = [];
  let before: string | undefined;
  do {
    const page = await listAuditLog(owner, { before }, 3);
    paged.push(...page.entries.map(({ id }) => id));
    before = page.next ?? undefined;
  } while (before !== undefined);
  expect(paged).toEqual(all.map(({ id }) => id));
  const invalid = { action: 'nothing', actor: "' OR 1=1", before: 'yesterday' };
  expect((await listAuditLog(owner, invalid, 300)).entries).toEqual(all);
});

test('a change that fails leaves no entry', async () => {
  const owner = await createOwnerWithClock();
  const count = async () => (await listAuditLog(owner)).entries.length;
  const before = await count();
  await expect(leaveOrganization(owner)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await expect(rotateSigningSecret(owner)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  expect(await count()).toBe(before);
});

test('entries cannot be changed or deleted, not even by a superuser', async () => {
  const owner = await createOwnerWithClock();
  await createApiKey(owner, { name: 'CI' });
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  try {
    for (const run of [(text: string) => db.$client.query(text), (text: string) => admin.query(text)]) {
      await expect(run("UPDATE audit_log SET target = 'x'")).rejects.toThrow('cannot be changed');
      await expect(run('DELETE FROM audit_log')).rejects.toThrow('cannot be changed');
    }
  } finally {
    await admin.end();
  }
});

test('only owners and admins can read the audit log, and only that of their own organization', async () => {
  const owner = await createOwnerWithClock();
  await createApiKey(owner, { name: 'CI' });
  for (const role of ['editor', 'viewer'] as const) {
    const member = await createMember(owner, role);
    await expect(listAuditLog(member)).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
    await expect(listAuditActors(member)).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
  }
  const admin = await createMember({ ...owner, clock: createFixedClock(noon) }, 'admin');
  expect((await listAuditLog(admin)).entries.length).toBeGreaterThan(0);
  expect((await listAuditLog(await createOwner(db))).entries).toMatchObject([
    { action: 'organization.created' },
  ]);
});
