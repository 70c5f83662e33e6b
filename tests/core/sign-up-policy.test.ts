import { expect, test } from 'vitest';
import { parseEnv } from '#lib/core/env';
import {
  describeSignUp,
  isVerificationRequired,
  requireSignUpAllowed,
  requireVerifiedSignUpEmail,
} from '#lib/core/sign-up-policy';

const domains = { SIGN_UP_DOMAINS: 'example.com, Example.org' };
const mail = { SMTP_URL: 'smtp://127.0.0.1:25', EMAIL_FROM: 'no-reply@example.com' };

test.each([
  [{}, 'ada@people.example', false, true],
  [{ SIGN_UP: 'invitation' }, 'ada@people.example', false, false],
  [{ SIGN_UP: 'invitation' }, 'ada@people.example', true, true],
  [{ SIGN_UP: 'closed' }, 'ada@people.example', false, false],
  [{ SIGN_UP: 'closed' }, 'ada@people.example', true, false],
  [domains, 'ada@people.example', false, false],
  [domains, 'ada@people.example', true, true],
  [domains, 'ada@example.com', false, true],
  [domains, ' Ada@EXAMPLE.org ', false, true],
  [domains, 'ada@evil-example.com', false, false],
  [domains, 'ada@sub.example.com', false, false],
  [domains, 'ada@example.com@people.example', false, false],
])('with %j, %s (invited: %s) can create an account: %s', (settings, email, isInvited, isAllowed) => {
  const create = () => requireSignUpAllowed(parseEnv(settings), { email, isInvited });
  if (isAllowed) create();
  else expect(create).toThrow(/invitation|can’t be created/);
});

test('describes which email domains can sign up', () => {
  expect(describeSignUp(parseEnv({}))).toBeNull();
  expect(describeSignUp(parseEnv(domains))).toBe(
    'Use your email address at example.com or example.org. With any other address, you need an invitation.',
  );
});

test('addresses at the sign-up domains must be verified if the instance can send emails', () => {
  const requires = (settings: Record<string, string>, email: string) =>
    isVerificationRequired(parseEnv(settings), email);
  expect(requires({ ...domains, ...mail }, 'ada@example.com')).toBe(true);
  expect(requires({ ...domains, ...mail }, 'ada@people.example')).toBe(false);
  expect(requires(domains, 'ada@example.com')).toBe(false);
  expect(requires(mail, 'ada@example.com')).toBe(false);
});

test.each(['example', 'a@example.com', 'example.com,,example.org', 'example.com;example.org'])(
  'rejects SIGN_UP_DOMAINS=%s',
  (value) => {
    expect(() => parseEnv({ SIGN_UP_DOMAINS: value })).toThrow('Invalid SIGN_UP_DOMAINS');
  },
);

test('refuses a user whose address must be verified first', () => {
  const settings = parseEnv({ ...domains, ...mail });
  const ada = { email: 'ada@example.com', isEmailVerified: false };
  expect(() => requireVerifiedSignUpEmail(settings, ada)).toThrow('Verify your email address first');
  requireVerifiedSignUpEmail(settings, { ...ada, isEmailVerified: true });
  requireVerifiedSignUpEmail(settings, { ...ada, email: 'ada@people.example' });
  requireVerifiedSignUpEmail(parseEnv(domains), ada);
});
