import { expect, test } from 'vitest';
import { cacheSessionUser, getSessionUserId, removeSessionUser } from '#lib/dashboard/session/session';

test('returns the cached user of a session until the session is removed', () => {
  cacheSessionUser('a hash', 'a user');
  cacheSessionUser('another hash', 'a user');
  removeSessionUser('a hash');
  removeSessionUser('an unknown hash');
  expect([getSessionUserId('a hash'), getSessionUserId('another hash')]).toEqual([undefined, 'a user']);
});
