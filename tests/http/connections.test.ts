import { afterAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#tests/support/database';
import { createTenant, startInstance } from '#tests/support/instance';
import { countFileDescriptors, openRawSocket, type RawSocket } from '#tests/support/raw-socket';
import { waitFor } from '#tests/support/wait';

const maxConnections = 20;
const database = await createDatabase();
const options = { databaseUrl: database.url, worker: false };
const env = { MAX_CONNECTIONS_PER_ADDRESS: String(maxConnections) };
const direct = await startInstance({ ...options, env });
const proxied = await startInstance({ ...options, env: { ...env, TRUSTED_PROXIES: '1' } });
const tenant = await createTenant(direct);
const opened: RawSocket[] = [];
afterAll(async () => {
  closeAll();
  await Promise.all([direct.stop(), proxied.stop()]);
  await database.drop();
});

async function open(url: string, bytes = ''): Promise<RawSocket> {
  const socket = await openRawSocket(url, bytes);
  opened.push(socket);
  return socket;
}

function closeAll(): void {
  for (const { socket } of opened.splice(0)) socket.destroy();
}

/** A request whose body the client does not send, from a client of a proxy. */
const unfinished = (address: string) =>
  [
    'POST /v1/async/task HTTP/1.1',
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    `Authorization: Bearer ${tenant.secret}`,
    'Content-Type: application/json',
    'Content-Length: 100',
    '\r\n',
  ].join('\r\n');

/** Waits until a request is answered and the connections of earlier tests are closed. @returns the number of file descriptors */
async function waitUntilIdle(): Promise<number> {
  const connection = await open(
    direct.url,
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );
  await waitFor('the request is answered', connection.isEnded);
  return countFileDescriptors(direct.web.pid);
}

describe('connections per client address', () => {
  test('beyond the limit, further ones are refused with an error response until others close', async () => {
    for (let count = 0; count < maxConnections; count += 1) await open(direct.url);
    const refused = await open(direct.url);
    await waitFor('the connection is refused', refused.isEnded);
    expect(refused.received()).toMatch(/^HTTP\/1\.1 429 [\s\S]*"RATE_LIMIT_EXCEEDED"/);
    closeAll();
    await waitFor('requests are answered', async () => (await fetch(`${direct.url}/healthz`)).ok);
  });

  test('connections of a trusted proxy are not limited, but requests in flight of its clients', async () => {
    for (let count = 0; count < 2 * maxConnections; count += 1) await open(proxied.url);
    for (let count = 0; count < maxConnections; count += 1) await open(proxied.url, unfinished('192.0.2.1'));
    const read = (address: string) =>
      fetch(`${proxied.url}/healthz`, { headers: { 'x-forwarded-for': address } });
    await waitFor('the limit is reached', async () => (await read('192.0.2.1')).status === 429);
    expect((await read('192.0.2.2')).status).toBe(200);
    // Only the entry that the proxy appends counts.
    expect((await read('192.0.2.2, 192.0.2.1')).status).toBe(429);
    expect((await read('192.0.2.1:4711')).status).toBe(429);
    expect((await read('"[::ffff:192.0.2.1]:4711"')).status).toBe(429);
    closeAll();
    await waitFor('the limit is no longer reached', async () => (await read('192.0.2.1')).status === 200);
  });
});

test.each([
  ['nothing', ''],
  ['incomplete headers', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'],
])(
  'a connection on which a client sends %s is closed within 25 seconds',
  async (_, bytes) => {
    const idle = await waitUntilIdle();
    const sockets = await Promise.all(Array.from({ length: 10 }, () => open(direct.url, bytes)));
    await waitFor('the connections are closed', () => sockets.every(({ isEnded }) => isEnded()), {
      seconds: 25,
    });
    expect(countFileDescriptors(direct.web.pid)).toBeLessThanOrEqual(idle);
    closeAll();
  },
  60_000,
);
