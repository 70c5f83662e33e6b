import { afterAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { runDueSchedules } from '#lib/dashboard/schedules/run-due-schedules';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { getUser } from '#lib/dashboard/session/session';
import { openShare } from '#lib/dashboard/shares/open-share';
import type { Context } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { inviteMember } from '#lib/service/members/invitations';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import { deleteOrganizations } from '#lib/service/organizations/delete-organizations';
import { restoreOrganization, scheduleDeletion } from '#lib/service/organizations/deletion';
import { authenticateRequest } from '#lib/service/rate-limits/authenticate-request';
import { claimTasks } from '#lib/service/tasks/claim-tasks';
import { createTestProject } from '#tests/support/dashboard';
import { createDatabase } from '#tests/support/database';
import { createMember, createOwner, getUserId, noon } from '#tests/support/owners';
import { shareOverview } from '#tests/support/reports';
import { countTenantRows, fillOrganization } from '#tests/support/tenant-rows';

const database = await createDatabase();
const db = openDatabase(database.url);
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const daysAfterNoon = (days: number) => createFixedClock(new Date(noon.getTime() + days * 86_400_000));
const neverAborted = new AbortController().signal;
/** Returns the context that pages use for a member while the organization is scheduled for deletion. */
const toSuspendedContext = (context: Context): Context =>
  context.actor.kind === 'member' ? { ...context, actor: { ...context.actor, isSuspended: true } } : context;

test('only an owner who types the name can schedule the deletion', async () => {
  const owner = await createOwner(db);
  for (const role of ['admin', 'editor', 'viewer'] as const) {
    const member = await createMember(owner, role);
    for (const call of [
      () => scheduleDeletion(member, { name: 'Acme' }),
      () => restoreOrganization(member),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
    }
  }
  for (const name of ['', 'acme', 'Acme Ltd']) {
    await expect(scheduleDeletion(owner, { name })).rejects.toMatchObject({ fields: [{ field: 'name' }] });
  }
  await expect(restoreOrganization(owner)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  const deletesAt = daysAfterNoon(14).now();
  expect(await scheduleDeletion(owner, { name: ' Acme ' })).toEqual(deletesAt);
  await expect(scheduleDeletion(owner, { name: 'Acme' })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
  expect((await getUser(db, getUserId(owner)))?.memberships).toMatchObject([{ deletesAt }]);
  await restoreOrganization(owner);
  expect((await getUser(db, getUserId(owner)))?.memberships).toMatchObject([{ deletesAt: null }]);
  const { rows } = await db.$client.query(
    'SELECT subject, count(*)::int AS emails FROM emails WHERE organization_id = $1 GROUP BY 1 ORDER BY 1',
    [owner.organizationId],
  );
  expect(rows).toEqual([
    { subject: 'The organization “Acme” is scheduled for deletion – Answerscope', emails: 4 },
    { subject: 'The organization “Acme” was restored – Answerscope', emails: 4 },
  ]);
  expect((await listAuditLog(owner)).entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['organization.deletion-scheduled', 'organization.restored']),
  );
});

test('a scheduled deletion stops all work and changes, and restoring the organization resumes them', async () => {
  const owner = await createOwner(db);
  const { id: projectId } = await createTestProject(owner);
  const schedule = { engines: ['gen' as const], countries: ['US'], samples: 1, cadence: 'daily' as const };
  await saveSchedule(owner, {
    projectId,
    ...schedule,
    timeZone: 'UTC',
    hour: 6,
    weekday: 1,
    enabled: true,
  });
  const { secret } = await createApiKey(owner, { name: 'CI' });
  const { token } = await shareOverview(owner, { projectId });
  await db.$client.query(
    `WITH queued AS (UPDATE task_queue_stats SET queued = 1 WHERE organization_id = $1)
     INSERT INTO tasks (organization_id, engine, request, credits_to_charge) VALUES ($1, 'gen', '{}', 0)`,
    [owner.organizationId],
  );
  const call = () => authenticateRequest(db, { secret, ipAddress: '192.0.2.1' });
  const claim = () => claimTasks(db, { limit: 10, leaseSeconds: 60, blocked: [] });
  await scheduleDeletion(owner, { name: 'Acme' });

  await expect(call()).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
    message: expect.stringContaining('scheduled for deletion on 2026-12-05'),
  });
  expect(await claim()).toEqual([]);
  expect(await openShare({ db, clock: owner.clock }, { token })).toBeUndefined();
  await expect(inviteMember(toSuspendedContext(owner), { role: 'viewer' })).rejects.toMatchObject({
    message: expect.stringContaining('An owner can restore it'),
  });
  const tomorrow = { db, clock: daysAfterNoon(1) };
  expect(await runDueSchedules(tomorrow)).toBe(0);

  await restoreOrganization(toSuspendedContext(owner));
  expect(await call()).toMatchObject({ organizationId: owner.organizationId });
  expect(await claim()).toHaveLength(1);
  expect(await openShare({ db, clock: owner.clock }, { token })).toMatchObject({ projectId });
});

test('after 14 days all rows of the organization are deleted, and no others', async () => {
  const [owner, other] = [await createOwner(db), await createOwner(db)];
  await fillOrganization(owner);
  await fillOrganization(other);
  const otherRows = await countTenantRows(db, other.organizationId);
  expect(Object.keys(otherRows).length).toBeGreaterThan(17);
  await scheduleDeletion(owner, { name: 'Acme' });
  expect(await deleteOrganizations({ db, clock: daysAfterNoon(13.99) }, neverAborted)).toEqual([]);
  expect(await deleteOrganizations({ db, clock: daysAfterNoon(14) }, neverAborted)).toEqual([
    owner.organizationId,
  ]);
  expect(await countTenantRows(db, owner.organizationId)).toEqual({});
  expect(await countTenantRows(db, other.organizationId)).toEqual(otherRows);
  // Users keep their accounts, and owners are notified.
  const { rows } = await db.$client.query(
    "SELECT subject FROM emails JOIN users ON recipient = email WHERE users.id = $1 AND subject LIKE '%being deleted%'",
    [getUserId(owner)],
  );
  expect(rows).toEqual([{ subject: 'The organization “Acme” is being deleted – Answerscope' }]);
  expect(await getUser(db, getUserId(owner))).toMatchObject({ memberships: [] });
});

test('an interrupted deletion hides the organization, cannot be undone, and is completed by the next run', async () => {
  const owner = await createOwner(db);
  await fillOrganization(owner);
  await scheduleDeletion(owner, { name: 'Acme' });
  const clock = daysAfterNoon(15);
  let batches = 0;
  const abortingSignal = {
    get aborted() {
      batches += 1;
      // Early enough that several tables still have rows.
      return batches > 12;
    },
  };
  expect(await deleteOrganizations({ db, clock }, abortingSignal)).toEqual([]);
  const left = await countTenantRows(db, owner.organizationId);
  expect(left).toMatchObject({ organizations: 1 });
  expect(Object.keys(left).length).toBeGreaterThan(2);
  expect((await getUser(db, getUserId(owner)))?.memberships).toEqual([]);
  await expect(restoreOrganization(owner)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  expect(await deleteOrganizations({ db, clock }, neverAborted)).toEqual([owner.organizationId]);
  expect(await countTenantRows(db, owner.organizationId)).toEqual({});
});

test('an organization that cannot be deleted does not prevent the deletion of others', async () => {
  const [first, second] = [await createOwner(db), await createOwner(db)];
  await createTestProject(first);
  for (const owner of [first, second]) await scheduleDeletion(owner, { name: 'Acme' });
  const admin = openDatabase(database.adminUrl, { max: 1 });
  await admin.$client.query(`
    CREATE FUNCTION reject_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'rejected'; END $$;
    CREATE TRIGGER reject_deletion BEFORE DELETE ON projects FOR EACH ROW
      WHEN (old.organization_id = '${first.organizationId}') EXECUTE FUNCTION reject_deletion()`);
  const clock = daysAfterNoon(15);
  expect(await deleteOrganizations({ db, clock }, neverAborted)).toEqual([second.organizationId]);
  await admin.$client.query('DROP TRIGGER reject_deletion ON projects');
  await admin.$client.end();
  expect(await deleteOrganizations({ db, clock }, neverAborted)).toEqual([first.organizationId]);
});
