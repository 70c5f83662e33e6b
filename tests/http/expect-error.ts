import { expect } from 'vitest';
import type { TestResponse } from '#tests/support/service';

/** Expects an error response with this code and only documented fields. */
export function expectError({ status, body, headers }: TestResponse, code: string) {
  expect([status, headers.get('content-type'), body.success, body.error.code]).toEqual([
    status,
    'application/json',
    false,
    code,
  ]);
  expect(body.error.message).toMatch(/\S/);
  expect(new Date(body.error.timestamp).toISOString()).toBe(body.error.timestamp);
  const fields = ['code', 'message', 'timestamp', ...('details' in body.error ? ['details'] : [])];
  expect(Object.keys(body.error).sort()).toEqual(fields.sort());
  const expectedKeys = code === 'VALIDATION_ERROR' ? ['details', 'error', 'success'] : ['error', 'success'];
  expect(Object.keys(body).sort()).toEqual(expectedKeys);
  for (const { field, message, ...rest } of body.details ?? []) {
    expect([typeof field, typeof message, rest]).toEqual(['string', 'string', {}]);
  }
}
