import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startService } from '../support/service';

const run = await startService();
afterAll(() => run.stop());

/** Sends raw bytes. @returns everything answered until the end */
function exchange(bytes: string): Promise<string> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(run.baseUrl).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    // The server may close before it has read everything.
    socket.on('error', () => done(answer));
    socket.on('close', () => done(answer));
    socket.write(bytes);
  });
}

test.each([
  ['headers of 40 KB', `GET /v1/countries HTTP/1.1\r\nHost: x\r\nX-Junk: ${'j'.repeat(40_000)}\r\n\r\n`, 431],
  ['no HTTP at all', 'HELLO\r\n\r\n', 400],
])('%s are refused in the envelope', async (_, bytes, status) => {
  const answer = await exchange(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  expect(body).toMatchObject({
    success: false,
    error: { code: 'VALIDATION_ERROR', message: expect.any(String) },
  });
});
