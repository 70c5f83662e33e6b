import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { parseEnv } from '#lib/core/env';
import { listAcceptedHosts } from '#lib/http/accepted-hosts';
import { createDatabase, type TestDatabase } from '#tests/support/database';
import { type Instance, startInstance } from '#tests/support/instance';
import { root } from '#tests/support/process';

let database: TestDatabase;
let instance: Instance;
beforeAll(async () => {
  database = await createDatabase();
  instance = await startInstance({
    databaseUrl: database.url,
    worker: false,
    env: {
      APP_URL: 'https://Answers.example:8443',
      STORAGE_URL: 'https://pages.example/storage',
      API_BASE_URL: 'http://web:3000',
      PRINT_BASE_URL: 'http://printer:3000',
      ALLOWED_HOSTS: 'answers.internal, 192.0.2.7, [2001:DB8::7]',
    },
  });
});
afterAll(async () => {
  await instance?.stop();
  await database?.drop();
});

/** Sends the lines of a request's head over a socket. @returns the response */
function exchange(...lines: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const { port } = new URL(instance.url);
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', fail);
    socket.on('close', () => done(text));
  });
}

const getStatus = async (...lines: string[]) => Number((await exchange(...lines)).slice(9, 12));
const closing = 'Connection: close';

test.each([
  'answers.example',
  'ANSWERS.example:8443',
  'answers.example.',
  'answers.example:80',
  'pages.example',
  'web:3000',
  'printer:3000',
  'answers.internal',
  '192.0.2.7:3000',
  '[2001:db8::7]:3000',
  'localhost:3000',
  'app.localhost',
  '127.0.0.1',
  '[::1]:3000',
])('accepts the host %s', async (host) => {
  expect(await getStatus('GET /v1/countries HTTP/1.1', `Host: ${host}`, closing)).toBe(401);
});

test.each([
  'evil.example',
  'answers.example.evil.example',
  'evil-answers.example',
  'answers.example@evil.example',
  'evil.example/answers.example',
  'answers.example..',
  '10.0.0.5',
  '[2001:db8::8]',
  '[::1',
  'localhost.evil.example',
  '0.0.0.0',
  '127.0.0.1.evil.example',
])('rejects the host %s with 421', async (host) => {
  const response = await exchange('GET /v1/countries HTTP/1.1', `Host: ${host}`, closing);
  expect(response).toMatch(/^HTTP\/1\.1 421 /);
  expect(response).toContain('ALLOWED_HOSTS');
  expect(response).toContain('"code":"VALIDATION_ERROR"');
  expect(response).toMatch(/\r\nstrict-transport-security: max-age=31536000\r\n/i);
});

test('checks every host that a request states', async () => {
  const get = (target: string, ...headers: string[]) =>
    getStatus(`GET ${target} HTTP/1.1`, ...headers, closing);
  expect(await get('http://answers.example/v1/countries', 'Host: answers.example')).toBe(401);
  expect(await get('http://evil.example/v1/countries', 'Host: answers.example')).toBe(421);
  expect(await get('http://answers.example/v1/countries', 'Host: evil.example')).toBe(421);
  const host = 'Host: answers.example';
  expect(await get('/v1/countries', host, 'X-Forwarded-Host: answers.example')).toBe(401);
  expect(await get('/v1/countries', host, 'X-Forwarded-Host: evil.example')).toBe(421);
  expect(await get('/v1/countries', host, 'X-Forwarded-Host: answers.example, evil.example')).toBe(421);
  expect(await get('/v1/countries', host, 'Host: evil.example')).not.toBe(401);
  expect(await getStatus('GET /v1/countries HTTP/1.0')).toBe(401);
  expect(await getStatus('GET /v1/countries HTTP/1.0', 'Host: evil.example')).toBe(421);
});

test.each(['/sign-in', '/storage/results/x/page-1.html', '/mcp', '/nothing'])(
  'rejects a foreign host at %s',
  async (path) => {
    expect(await getStatus(`GET ${path} HTTP/1.1`, 'Host: evil.example', closing)).toBe(421);
  },
);

test.each([
  ['/healthz', 200],
  ['/readyz', 503],
  ['/metrics', 200],
  ['http://evil.example/healthz', 200],
])('%s accepts every host', async (target, status) => {
  expect(await getStatus(`GET ${target} HTTP/1.1`, 'Host: evil.example', closing)).toBe(status);
});

describe('hosts of the deployment files', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const getHost = (url: string) => new URL(url).hostname;

  test('the processes of compose.yaml accept the hosts under which they are called', () => {
    const compose = z
      .object({
        'x-environment': z.object({ API_BASE_URL: z.url(), PRINT_BASE_URL: z.url() }),
        services: z.record(z.string(), z.unknown()),
      })
      .parse(parse(read('compose.yaml'), { merge: true }));
    const { API_BASE_URL, PRINT_BASE_URL } = compose['x-environment'];
    const hosts = listAcceptedHosts(
      parseEnv({ APP_URL: 'https://answers.example', API_BASE_URL, PRINT_BASE_URL }),
    );
    expect(hosts).toEqual(expect.arrayContaining(['answers.example', ...[API_BASE_URL].map(getHost)]));
    expect(Object.keys(compose.services)).toContain(getHost(API_BASE_URL));
  });

  test('the processes in Kubernetes accept the host of the ingress and of the service', () => {
    const config = z
      .object({ data: z.record(z.string(), z.string()) })
      .parse(parse(read('ops/kubernetes/config.yaml')));
    const ingress = z
      .object({ spec: z.object({ rules: z.array(z.object({ host: z.string() })) }) })
      .parse(parse(read('ops/kubernetes/ingress.yaml')));
    const services = parseAllDocuments(read('ops/kubernetes/web.yaml'))
      .map((document) => document.toJS())
      .filter(({ kind }) => kind === 'Service')
      .map(({ metadata }) => metadata.name);
    const hosts = listAcceptedHosts(parseEnv(config.data));
    expect(hosts).toEqual(expect.arrayContaining(ingress.spec.rules.map(({ host }) => host)));
    expect(hosts).toContain(services[0]);
  });
});
