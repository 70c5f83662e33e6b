import { afterAll, beforeEach } from 'vitest';
import type { MonitorRequest } from '#lib/contract/requests';
import { fixedClock } from '#lib/core/time';
import { type DataForSeoEngine, dataForSeoProvider } from '#lib/providers/dataforseo/provider';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { authoredFolder } from '../../support/recordings.ts';

const clock = fixedClock(new Date('2026-05-04T10:00:00Z'));
export const request: MonitorRequest = { prompt: 'Which kayak folds?', country: 'DE', include: {} };
/** How the mock provider answers the next calls; undefined for its usual answers. */
export const mockControl: { behaviour: MockBehavior | undefined } = { behaviour: undefined };
export const mockServer = await startMockProviders({
  folder: authoredFolder,
  control: () => mockControl.behaviour,
});

beforeEach(() => {
  mockControl.behaviour = undefined;
});
afterAll(() => mockServer.close());

/** Sends a request to the mock provider. */
export function sendRequest<E extends DataForSeoEngine>(
  engine: E,
  given: Partial<MonitorRequest> = {},
  signal = new AbortController().signal,
) {
  const access = { baseUrl: `${mockServer.url}/v3/`, login: 'me', password: 'söcret' };
  return dataForSeoProvider(engine, access).query({ ...request, ...given }, { signal, clock });
}

/** Returns the task of the last call. */
export function task(): unknown {
  const body = mockServer.calls.at(-1)?.body;
  return Array.isArray(body) && body.length === 1 ? body[0] : undefined;
}

/** Answers with one result, or with a task that failed. */
export function answers(result: unknown, status_code = 20_000): void {
  const status = { status_code, status_message: 'Said so.', cost: 0.002 };
  const body = {
    ...status,
    status_code: 20_000,
    tasks: [{ ...status, result: result === null ? null : [result] }],
  };
  mockControl.behaviour = { kind: 'fail', status: 200, body };
}
