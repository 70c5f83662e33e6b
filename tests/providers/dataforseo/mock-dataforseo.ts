import { afterAll, beforeEach } from 'vitest';
import type { MonitorRequest } from '#lib/contract/requests';
import { createFixedClock } from '#lib/core/time';
import { createDataForSeoProvider, type DataForSeoEngine } from '#lib/providers/dataforseo/provider';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../../support/recordings.ts';

const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
export const request: MonitorRequest = { prompt: 'Which kayak folds?', country: 'DE', include: {} };
/** Behavior of the mock provider in the next calls; undefined for its usual answers. */
export const mockControl: { behavior: MockBehavior | undefined } = { behavior: undefined };
export const mockServer = await startMockProviders({
  folder: fixturesFolder,
  getBehavior: () => mockControl.behavior,
});

beforeEach(() => {
  mockControl.behavior = undefined;
});
afterAll(() => mockServer.close());

/** Sends a request to the mock provider. */
export function sendRequest<E extends DataForSeoEngine>(
  engine: E,
  fields: Partial<MonitorRequest> = {},
  signal = new AbortController().signal,
) {
  const access = { baseUrl: `${mockServer.url}/v3/`, login: 'me', password: 'söcret' };
  return createDataForSeoProvider(engine, access).query({ ...request, ...fields }, { signal, clock });
}

/** Returns the task of the last call. */
export function getLastTask(): unknown {
  const body = mockServer.calls.at(-1)?.body;
  return Array.isArray(body) && body.length === 1 ? body[0] : undefined;
}

/** Sets the result of the next tasks. A `status_code` other than 20000 (success) and 40102 (no results) makes them fail. */
export function setTaskResult(result: unknown, status_code = 20_000): void {
  const status = { status_code, status_message: 'A message.', cost: 0.002 };
  const body = {
    ...status,
    status_code: 20_000,
    tasks: [{ ...status, result: result === null ? null : [result] }],
  };
  mockControl.behavior = { kind: 'response', status: 200, body };
}
