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

test.each(['augusta ada king', 'AugustaAdaKing'])(
  'rejects the password %s for a user with that name',
  async (password) => {
    await expect(hashNewPassword(password, { ...person, field: 'next' })).rejects.toMatchObject({
      fields: [{ field: 'next', message: 'Use a password that differs from your name.' }],
    });
  },
);

test.each([
  'ada.lovelace@people.example',
  'Ada.Lovelace',
  'my ADA.LOVELACE 1815!',
  'x7#AdaLovelace-kQ',
  'ada_lovelace_kQvv',
  'kQ!people.example?9',
  'kQ!People-vv!p2Lm',
  'kQ!ada.love\u200blace-9',
])('rejects the password %s, which contains a part of the email address', async (password) => {
  await expect(hashNewPassword(password, { ...person, field: 'next' })).rejects.toMatchObject({
    fields: [
      { field: 'next', message: 'Use a password that doesn’t contain your email address or a part of it.' },
    ],
  });
});

test.each([
  'Answerscope-2026!',
  'my aNSWERSCOPE login',
  'Answer Scope 4711 kQ',
  'ａｎｓｗｅｒｓｃｏｐｅ kQ-9',
])('rejects the password %s, which contains the name of the product', async (password) => {
  await expect(hashNewPassword(password, person)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field: 'password', message: 'Use a password that doesn’t contain “Answerscope”.' }],
  });
});

test('ignores parts of the email address with fewer than four characters', async () => {
  const short = { email: 'ada@it.co.uk', name: 'Ada' };
  expect(await hashNewPassword('Canada is quite cold', short)).toContain('argon2id');
});

test.each([
  'a long enough password',
  'fictional-market',
  'correct horse battery',
  'x7#kQ-vv!p2Lm',
  'пароль на каждый день',
])('accepts the password %s', async (password) => {
  expect(await verifyPassword(password, await hashNewPassword(password, person))).toBe(true);
});
