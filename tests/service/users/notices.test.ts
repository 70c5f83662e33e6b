import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { createApiKey, createDashboardKey, rotateApiKey } from '#lib/service/api-keys/api-keys';
import { notifyOfNewSignIn } from '#lib/service/users/notices';
import { openTestDatabase } from '#tests/support/database';
import { listSubjects, readNewestEmail } from '#tests/support/emails';
import { createMember, createOwner, getUserId, noon } from '#tests/support/owners';

const db = await openTestDatabase();

const minutesAfterNoon = (minutes: number) => ({
  db,
  clock: createFixedClock(new Date(noon.getTime() + minutes * 60_000)),
});
const client = {
  ipAddress: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
};

async function readEmailAddress(userId: string): Promise<string> {
  const { rows } = await db.$client.query('SELECT email FROM users WHERE id = $1', [userId]);
  return rows[0].email;
}

test('emails users the time, browser and IP address of a sign-in from a new browser, at most 20 times a day and not in the first ten minutes after sign-up', async () => {
  const userId = getUserId(await createOwner(db));
  const to = await readEmailAddress(userId);
  await notifyOfNewSignIn(minutesAfterNoon(9), { userId, client });
  expect(await listSubjects(db, to)).toEqual(['Verify your email address']);
  await notifyOfNewSignIn(minutesAfterNoon(10), { userId, client });
  expect(await readNewestEmail(db, to)).toContain(
    'Time: 21 November 2026 at 12:10 UTC\nBrowser: Firefox on Linux\nIP address: 192.0.2.1',
  );
  for (let count = 0; count < 25; count++) await notifyOfNewSignIn(minutesAfterNoon(11), { userId, client });
  const subjects = await listSubjects(db, to);
  expect(subjects.filter((subject) => subject === 'New sign-in to your account')).toHaveLength(20);
});

test('notifies the owners and the member who created or rotated an API key, but not of the dashboard’s own key', async () => {
  const owner = await createOwner(db);
  const admin = await createMember(owner, 'admin');
  const editor = await createMember(owner, 'editor');
  await createDashboardKey(owner);
  const key = await createApiKey({ ...admin, ...minutesAfterNoon(1), client }, { name: 'Reporting' });
  const [ownerEmail, adminEmail, editorEmail] = await Promise.all(
    [getUserId(owner), admin.userId, editor.userId].map(readEmailAddress),
  );
  const keySubjects = async (to = '') =>
    (await listSubjects(db, to)).filter((subject) => subject === 'New API key in “Acme” – Answerscope');
  for (const to of [ownerEmail, adminEmail]) {
    expect(await keySubjects(to)).toHaveLength(1);
    const text = await readNewestEmail(db, to ?? '');
    expect(text).toContain('“admin” created an API key');
    expect(text).toContain(`Name: Reporting\nKey: ${key.prefix}…${key.lastFour}`);
    expect(text).not.toContain(key.secret);
  }
  expect(await keySubjects(editorEmail)).toEqual([]);
  await rotateApiKey({ ...owner, ...minutesAfterNoon(2) }, { id: key.id, overlapDays: 0 });
  expect(await keySubjects(ownerEmail)).toHaveLength(2);
  expect(await keySubjects(adminEmail)).toHaveLength(1);
});
