import { expect, it } from 'vitest';
import { getPageUrl } from '#lib/core/urls/page-url';

it.each([
  [{}, '/log'],
  [{ status: undefined, task: '', before: null }, '/log'],
  [{ status: 'failed', task: null, from: '2026-11-01T00:00' }, '/log?status=failed&from=2026-11-01T00%3A00'],
])('writes the URL of a page with %j as %s', (parameters, url) => {
  expect(getPageUrl('/log', parameters)).toBe(url);
});
