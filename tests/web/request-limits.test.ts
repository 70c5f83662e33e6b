import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import {
  createRequestLimit,
  getSubject,
  maxFilesPerMinute,
  maxRequestsPerMinute,
} from '#lib/web/request-limits';

const file = '/_next/static/chunks/page.js';
const network = 'network 192.0.2.1';

function createRequest(url: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, { url, headers: { 'x-forwarded-for': '192.0.2.1' } });
}

test('files of the build count for the network or user that requests them; webhook deliveries do not count', () => {
  expect(getSubject(createRequest(file))).toBe(network);
  expect(getSubject(createRequest('/_next/nothing'))).toBe(network);
  expect(getSubject(createRequest('/sign-in'))).toBe(network);
  expect(getSubject(createRequest('/webhooks/answers/token'))).toBeUndefined();
});

test('50 people at one address do not reach the limit of files, which is separate from that of pages', () => {
  const isWithinLimit = createRequestLimit();
  const filesPerPerson = 100;
  for (let count = 0; count < 50 * filesPerPerson; count += 1)
    expect(isWithinLimit(network, file)).toBe(true);
  let more = 0;
  while (isWithinLimit(network, file)) more += 1;
  expect(50 * filesPerPerson + more).toBe(maxFilesPerMinute);
  expect(isWithinLimit('network 192.0.2.2', file)).toBe(true);
  for (let count = 0; count < maxRequestsPerMinute; count += 1) {
    expect(isWithinLimit(network, '/sign-in')).toBe(true);
  }
  expect(isWithinLimit(network, '/sign-in')).toBe(false);
});
