import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { startService } from '#tests/support/service';
import { expectError } from './expect-error';

const testService = await startService();
afterAll(() => testService.stop());
const jsonHeaders = { 'content-type': 'application/json' };

describe('paths and methods', () => {
  test.each([
    ['HEAD', '/v1/countries', 200],
    ['HEAD', '/v1/states?country=DE', 200],
    ['HEAD', '/v1/states', 400],
    ['HEAD', '/v1/nothing', 404],
    ['HEAD', '/v1/monitor/chat', 405],
    ['OPTIONS', '/v1/monitor/chat', 405],
    ['OPTIONS', '/v1/countries', 405],
    ['GET', '/v1/countries/', 404],
    ['GET', '/v1//countries', 404],
    ['GET', '/v1/%63ountries', 404],
    ['GET', '/v1/%2563ountries', 404],
    ['GET', '/v1/%zz', 404],
    ['GET', '/V1/countries', 404],
    ['GET', '/v2/countries', 404],
    ['POST', '/v1/monitor/search%2Fnews', 404],
    ['POST', '/v1/monitor/search/', 404],
    ['POST', '/v1/monitor/', 404],
    ['GET', '/v1/async/task/', 404],
    ['GET', '/v1/async/task/not-a-uuid', 400],
    ['GET', '/v1/async/task/6f9c1f0e-2a47-4d3e-9a51-0c7f3b1d8e42', 404],
    ['GET', '/v1/async/task/%36f9c1f0e-2a47-4d3e-9a51-0c7f3b1d8e42', 400],
    ['GET', '/v1/countries?model=chat&unknown=1', 200],
    ['GET', '/v1/countries?unknown=%zz', 200],
  ])('responds to %s %s with %d', async (method, path, status) => {
    const organization = await testService.createTenant();
    const response = await fetch(testService.baseUrl + path, {
      method,
      headers: { ...jsonHeaders, authorization: `Bearer ${organization.secret}` },
    });
    expect(response.status).toBe(status);
    const text = await response.text();
    if (method === 'HEAD') expect(text).toBe('');
    else if (status >= 400) expect(JSON.parse(text)).toMatchObject({ success: false, error: {} });
  });

  test('rejects an invalid Host header with an error response', async () => {
    const { hostname, port } = new URL(testService.baseUrl);
    for (const host of ['', 'a b']) {
      const response = await new Promise<string>((done, fail) => {
        let text = '';
        const socket = connect(Number(port), hostname, () =>
          socket.end(`GET /v1/countries HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        );
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('error', fail);
        socket.on('close', () => done(text));
      });
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toContain('"code":"VALIDATION_ERROR"');
    }
  });
});

describe('request bodies', () => {
  test.each([
    ['zero bytes', ''],
    ['whitespace', ' \n'],
    ['a number', '7'],
    ['a string', '"prompt"'],
    ['null', 'null'],
    ['two values', '{}{}'],
    ['a comment', '{"prompt":"x","country":"US"} // x'],
    ['NaN', '{"prompt":"x","country":"US","pages":NaN}'],
    ['single quotes', "{'prompt':'x'}"],
  ])('endpoints with a request body reject an invalid one with VALIDATION_ERROR: %s', async (_, body) => {
    const organization = await testService.createTenant();
    for (const path of [
      '/v1/monitor/chat',
      '/v1/monitor',
      '/v1/run',
      '/v1/async/task',
      '/v1/async/task/batch',
    ]) {
      const response = await organization.send('POST', path, body, jsonHeaders);
      expectError(response, 'VALIDATION_ERROR');
      expect([path, response.status]).toEqual([path, 400]);
    }
  });

  test('accepts a byte order mark, escapes and numbers such as 5.0', async () => {
    const organization = await testService.createTenant();
    const created = await organization.send(
      'POST',
      '/v1/async/task',
      '\ufeff{"taskType":"GEN","priority":5.0,"payload":{"prompt":"\\u0078","country":"\\u0055S"}}',
      jsonHeaders,
    );
    expect([created.status, created.body.task.priority]).toEqual([201, 5]);
  });
});
