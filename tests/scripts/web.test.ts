import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '#tests/support/database';
import { startInstance } from '#tests/support/instance';
import { startProcess } from '#tests/support/process';
import { waitFor } from '#tests/support/wait';

const database = await createDatabase();
const instance = await startInstance({ databaseUrl: database.url });
afterAll(async () => {
  await instance.stop();
  await database.drop();
});

/** Runs a CLI command and returns the JSON on its last line. */
async function runCli(...options: string[]) {
  const command = startProcess(['lib/cli/main.ts', ...options], instance.env);
  expect(await command.waitForExit(), command.output()).toBe(0);
  return JSON.parse(command.output().trim().split('\n').at(-1) ?? '');
}

test('a second web process on the same port exits with one line', async () => {
  const second = startProcess(['lib/web/main.ts', '--service-only'], instance.env);
  expect(await second.waitForExit()).toBe(1);
  expect(second.output().trim()).toMatch(/^Port \d+ is already in use\. Set PORT to [^\n]+$/);
});

test('on SIGTERM finishes requests in flight, rejects new ones and exits with 0', async () => {
  const { org } = await runCli('org', 'create', '--name', 'Slow client');
  const { key } = await runCli('key', 'create', '--org', org.id);
  const { hostname, port } = new URL(instance.url);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk.toString();
  });
  await once(socket, 'connect');
  const head = [
    'POST /v1/async/task HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${key.secret}`,
    'Content-Length: 2',
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await waitFor('the request is in flight', () => response.includes('100 Continue'));
  const ended = instance.web.end('SIGTERM');
  await waitFor('new requests are rejected', () =>
    fetch(`${instance.url}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  expect(response).not.toContain('HTTP/1.1 400');
  socket.write('{}');
  expect(await ended).toBe(0);
  expect(response).toMatch(/HTTP\/1\.1 400 [\s\S]*VALIDATION_ERROR/);
});
