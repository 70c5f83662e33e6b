import { expect, test } from 'vitest';
import { redactUrls, toPagePattern } from '#lib/web/redact-urls';

test.each([
  [
    'at a (https://app.example/_next/static/chunks/1.js?dpl=x:1:23)',
    'at a (https://app.example/_next/static/chunks/1.js:1:23)',
  ],
  ['fetch of /projects/1/answers?words=secret+plan&days=7 failed', 'fetch of /projects/1/answers failed'],
  ['GET https://app.example/#secret', 'GET https://app.example/'],
  ['open "/join?t=12:30:secret" now', 'open "/join" now'],
  ['at https://app.example/share/Ab3_xY-9secret:2:3', 'at https://app.example/share/:token:2:3'],
  ['posted to /webhooks/answers/Ab3_xY-9secret', 'posted to /webhooks/answers/:token'],
  ['Cannot read properties of undefined (reading "x")', 'Cannot read properties of undefined (reading "x")'],
  ['value ?? other; a ? b : c', 'value ?? other; a ? b : c'],
])('redacts %s', (text, redacted) => {
  expect(redactUrls(text)).toBe(redacted);
});

test('redacts hostile texts quickly', () => {
  const startedAt = performance.now();
  for (const part of ['a?', 'a?(', '/share/', '#:1', 'a?b:1:1x']) redactUrls(part.repeat(4_000));
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test.each([
  ['/projects/5b1c7cf2-0c1d-4a8e-9d5e-1f1f5a8a2b11/overview?days=7', '/projects/:id/overview'],
  ['/projects/5b1c7cf2-0c1d-4a8e-9d5e-1f1f5a8a2b11/sources/shop.example', '/projects/:id/sources/:id'],
  ['/share/Ab3_xY-9secret', '/share/:id'],
  ['/sign-in#x', '/sign-in'],
  ['/', '/'],
  [`/${'a/'.repeat(500)}`, `/${'a/'.repeat(500)}`.slice(0, 200)],
])('reports %s as the page %s', (url, pattern) => {
  expect(toPagePattern(url)).toBe(pattern);
});
