import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/client';
import { createApiKey, createDashboardKey } from '#lib/service/api-keys/api-keys';
import { createDatabase } from '#tests/support/database';
import { createOwner, getUserId } from '#tests/support/owners';

process.env.SMTP_URL = 'smtp://127.0.0.1:1';
process.env.EMAIL_FROM = 'no-reply@answerscope.example';

const database = await createDatabase();
const db = openDatabase(database.url);
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

test('where e-mails are sent, creating an API key requires a verified email address', async () => {
  const owner = await createOwner(db);
  await createDashboardKey(owner);
  const create = () => createApiKey(owner, { name: 'Reporting' });
  await expect(create()).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
    message: 'Verify your email address first. Your account page sends you a new link.',
  });
  await createApiKey({ ...owner, actor: { kind: 'operator' } }, { name: 'By the operator' });
  await db.$client.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [getUserId(owner)]);
  await create();
});
