import { expect, test } from 'vitest';
import { forgetSessionUser, getSessionUserId, rememberSessionUser } from '#lib/dashboard/session/session';

test('a session belongs to its user until it ends', () => {
  rememberSessionUser('a hash', 'a user');
  rememberSessionUser('another hash', 'a user');
  forgetSessionUser('a hash');
  forgetSessionUser('an unknown hash');
  expect([getSessionUserId('a hash'), getSessionUserId('another hash')]).toEqual([undefined, 'a user']);
});
