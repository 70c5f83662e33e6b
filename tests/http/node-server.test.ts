import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { isServicePath } from '#lib/http/node-server';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const organization = await testService.createTenant();
const authorization = `Authorization: Bearer ${organization.secret}`;
const body = '{"prompt":"Which trail shoes last longest?","country":"US"}';

/** Sends raw bytes and returns the status and body of the last response. */
function exchange(bytes: string): Promise<{ status: number; body: unknown }> {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(testService.baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', fail);
    socket.on('close', () => {
      const head = text.lastIndexOf('HTTP/1.1 ');
      const content = text.slice(text.indexOf('\r\n\r\n', head) + 4);
      const json = content.slice(content.search(/[[{]/), content.search(/[\]}][^\]}]*$/) + 1);
      done({
        status: Number(text.slice(head + 9, head + 12)),
        body: json === '' ? content : JSON.parse(json),
      });
    });
  });
}

const badRequest = {
  success: false,
  error: { code: 'VALIDATION_ERROR', message: expect.any(String), timestamp: expect.any(String) },
  details: [{ field: '', message: expect.any(String) }],
};

test.each([
  ['a request without Host', `GET /v1/states?country=US HTTP/1.1\r\n${authorization}\r\n\r\n`],
  [
    'a request with an empty Host',
    `GET /v1/states?country=US HTTP/1.1\r\nHost:\r\nConnection: close\r\n${authorization}\r\n\r\n`,
  ],
  ['CONNECT of a path', `CONNECT /v1/states HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`],
  ['CONNECT of a host', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n'],
  ['bytes that are not HTTP', 'HELLO\r\n\r\n'],
])('rejects %s with an error response', async (_, bytes) => {
  expect(await exchange(bytes)).toEqual({ status: 400, body: badRequest });
});

const headers = `Host: x\r\n${authorization}\r\nConnection: close\r\n`;

test.each([
  ['HTTP/1.0 without Host', `GET /v1/states?country=DE HTTP/1.0\r\n${authorization}\r\n\r\n`],
  ['an absolute URL as the target', `GET http://any.example/v1/states?country=DE HTTP/1.1\r\n${headers}\r\n`],
  ['an unknown expectation', `GET /v1/states?country=DE HTTP/1.1\r\n${headers}Expect: nothing\r\n\r\n`],
])('responds to %s', async (_, bytes) => {
  expect(await exchange(bytes)).toEqual({ status: 200, body: [] });
});

test('rejects headers of 40 KB with an error response', async () => {
  const bytes = `GET /v1/countries HTTP/1.1\r\nHost: x\r\nX-Junk: ${'j'.repeat(40_000)}\r\n\r\n`;
  expect(await exchange(bytes)).toEqual({ status: 431, body: badRequest });
});

test.each(['h2c', 'websocket', 'TLS/1.2'])('ignores a request to upgrade to %s', async (protocol) => {
  const head = `Host: x\r\n${authorization}\r\nConnection: close, Upgrade\r\nUpgrade: ${protocol}\r\n`;
  const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const response = await exchange(`POST /v1/monitor/gen HTTP/1.1\r\n${head}${length}\r\n${body}`);
  expect(response).toMatchObject({ status: 200, body: { success: true } });
});

test.each([
  ['/v1', true],
  ['/v1/states?country=US', true],
  ['http://any.example/v1/states', true],
  ['https://any.example:8443/storage/results/x', true],
  ['http://any.example/readyz?a=b', true],
  ['http://any.example', false],
  ['/projects?next=/v1/states', false],
  ['http://any.example/projects?next=http://x/v1/states', false],
  ['/v10/states', false],
])('isServicePath(%j) is %s', (target, expected) => {
  expect(isServicePath(target)).toBe(expected);
});
