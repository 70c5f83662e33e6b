import { expect, test } from 'vitest';
import { startPasskeyRegistration } from '#lib/service/users/passkeys';
import { openTestDatabase } from '#tests/support/database';
import { createOwner } from '#tests/support/owners';

process.env.APP_URL = 'http://192.0.2.7:8080';

const db = await openTestDatabase();

test('refuses passkeys at an IP address, and refers users to the operator', async () => {
  const owner = await createOwner(db);
  await expect(startPasskeyRegistration(owner)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(/IP address instead of a domain name\. Ask the operator/),
  });
});
