import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { setRecentChangeCookie } from '#lib/web/page-headers';
import { getServerUrl } from '#tests/support/service';

const server = createServer((request, response) => {
  setRecentChangeCookie(request, response, { isSecure: true, seconds: 2.5 });
  response.end();
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
afterAll(() => server.close());
const getCookies = async (method: string) =>
  (await fetch(getServerUrl(server), { method })).headers.getSetCookie();

test('after a change, sets a cookie for as long as a replica may be behind, rounded up to seconds', async () => {
  expect(await getCookies('POST')).toEqual([
    '__Host-answerscope.recent-change=1; Path=/; Max-Age=3; HttpOnly; SameSite=Lax; Secure',
  ]);
  expect(await getCookies('GET')).toEqual([]);
  expect(await getCookies('HEAD')).toEqual([]);
});
