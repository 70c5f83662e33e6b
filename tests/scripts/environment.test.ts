import { expect, test } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { buildEnvironment } from '#scripts/start/environment';

const getActionKey = (secret: string) => {
  const settings = parseEnv({ NEXTAUTH_SECRET: secret.repeat(32), ENCRYPTION_KEY: 'ab'.repeat(32) });
  return buildEnvironment(settings, '').NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? '';
};

test('machines with the same secret share the encryption key of server actions', () => {
  expect(getActionKey('a')).toBe(getActionKey('a'));
  expect(getActionKey('a')).not.toBe(getActionKey('b'));
  expect(Buffer.from(getActionKey('a'), 'base64')).toHaveLength(32);
  expect(getActionKey('a')).not.toContain('a'.repeat(32));
});
