import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { auditActions } from '#lib/core/permissions';
import { createFixedClock } from '#lib/core/time';
import { createProject, deleteProject } from '#lib/dashboard/projects/project';
import { saveBranding } from '#lib/dashboard/reports/branding';
import { freezeReport, unfreezeReport } from '#lib/dashboard/reports/freeze-report';
import { deleteReport } from '#lib/dashboard/reports/reports';
import { saveBudgets } from '#lib/dashboard/runs/budgets';
import { disableClassifier, enableClassifier } from '#lib/dashboard/sentiment/classifier';
import { editShare } from '#lib/dashboard/shares/edit-share';
import { pauseShare, resumeShare, revokeShare } from '#lib/dashboard/shares/shares';
import {
  deleteSubscription,
  saveSubscription,
  setSubscriptionPaused,
} from '#lib/dashboard/subscriptions/subscriptions';
import { type Context, createOperatorContext, openDatabase } from '#lib/db/client';
import { createApiKey, revokeApiKey, rotateApiKey } from '#lib/service/api-keys/api-keys';
import { exportOrganization } from '#lib/service/exports/export-organization';
import { acceptInvitation } from '#lib/service/members/accept-invitation';
import { inviteMember, renewInvitation, revokeInvitation } from '#lib/service/members/invitations';
import { changeMemberRole, removeMember, transferOwnership } from '#lib/service/members/members';
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
import { createDatabase } from '#tests/support/database';
import { createEmail, createMember, createOwner, getUserId, noon, password } from '#tests/support/owners';
import { shareOverview, weeklySubscription } from '#tests/support/reports';

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
  await removeMember(leaving, { userId: leaving.userId });
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
  await disableClassifier(owner);
  await removeProviderKeys(owner, { provider: 'openai' });
  const { id: projectId } = await createProject(owner, { name: 'Kayaks', own: { name: 'Fjordwing' } });
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
  const saved = await saveSubscription(owner, {
    projectId,
    reportId,
    subscription: { ...weeklySubscription, recipients: ['ada@people.example'] },
  });
  const ids = { projectId, reportId, subscriptionId: saved.id };
  await setSubscriptionPaused(owner, { ...ids, isPaused: true });
  await deleteSubscription(owner, ids);
  await freezeReport(owner, { projectId, reportId: share.reportId, listDefinitions: () => [] });
  await unfreezeReport(owner, { projectId, reportId: share.reportId });
  await deleteReport(owner, { projectId, reportId: share.reportId });
  const alertSecrets = await changeAlerts(owner, { projectId, databaseUrl: database.url });
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
  // Entries about user accounts are tested in tests/service/users.
  const accountActionPattern = /^member\.(?:email|password|sessions|sign-in)/;
  const expected = auditActions.filter((action) => !accountActionPattern.test(action));
  const { entries, next } = await listAuditLog(owner);
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

test('filters by action and actor, pages through all entries, and ignores invalid filters', async () => {
  const owner = await createOwnerWithClock();
  await makeLoggedChanges(owner);
  const { entries: all } = await listAuditLog(owner);
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
  expect((await listAuditLog(owner, invalid)).entries).toEqual(all);
});

test('a change that fails leaves no entry', async () => {
  const owner = await createOwnerWithClock();
  const count = async () => (await listAuditLog(owner)).entries.length;
  const before = await count();
  await expect(removeMember(owner, { userId: getUserId(owner) })).rejects.toMatchObject({
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
