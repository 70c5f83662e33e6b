import { afterAll, beforeAll } from 'vitest';
import type { MonitorRequest } from '#lib/contract/requests';
import { systemClock } from '#lib/core/time';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../../support/recordings.ts';

interface Reply {
  body: unknown;
  status?: number;
}

/** The request sent by tests that call `setReply`. */
export const kayakRequest: MonitorRequest = { prompt: 'Which kayak folds?', country: 'US', include: {} };
export const context = { signal: new AbortController().signal, clock: systemClock };

/** Starts a mock provider server for a test file. It responds with the reply that a test sets. */
export function startMockReplies() {
  let reply: Required<Reply>;
  let mockServer: MockProviderServer;
  beforeAll(async () => {
    mockServer = await startMockProviders({
      folder: fixturesFolder,
      getBehavior: () => ({ kind: 'response', ...reply }),
    });
  });
  afterAll(() => mockServer.close());
  return {
    setReply: ({ body, status = 200 }: Reply) => {
      reply = { body, status };
    },
    getOptions: () => ({ baseUrl: mockServer.url, apiKey: 'k', model: 'm' }),
  };
}

/** Formats objects as the events of a stream. */
export function toEventStream(...events: object[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}
