import { expect, test } from 'vitest';
import { verifyPassword } from '#lib/core/crypto';
import { hashNewPassword } from '#lib/service/users/passwords';

const person = { email: 'ada.lovelace@people.example', name: 'Augusta Ada King' };

test.each([
  'qwertyuiop',
  'QWERTYUIOP',
  '1234567890',
  'Password123!',
  '2024Liverpool!!',
  'aaaaaaaaaaaa',
  'passpasspass',
  'iloveyou iloveyou',
])('rejects the guessable password %s', async (password) => {
  await expect(hashNewPassword(password, person)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field: 'password', message: expect.stringContaining('too easy to guess') }],
  });
});

test.each(['ada.lovelace@people.example', 'Ada.Lovelace', 'augusta ada king', 'AugustaAdaKing'])(
  'rejects the password %s for a user with that name or email address',
  async (password) => {
    await expect(hashNewPassword(password, { ...person, field: 'next' })).rejects.toMatchObject({
      fields: [{ field: 'next', message: 'Use a password that differs from your name and email address.' }],
    });
  },
);

test.each([
  'a long enough password',
  'fictional-market',
  'correct horse battery',
  'x7#kQ-vv!p2Lm',
  'пароль на каждый день',
])('accepts the password %s', async (password) => {
  expect(await verifyPassword(password, await hashNewPassword(password, person))).toBe(true);
});
