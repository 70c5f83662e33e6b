import { afterAll, beforeAll } from 'vitest';
import type { MonitorRequest } from '#lib/contract/requests';
import { systemClock } from '#lib/core/time';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { authoredFolder } from '../../support/recordings.ts';

interface Reply {
  body: unknown;
  status?: number;
}

/** What every question here asks, and in what context. */
export const asked: MonitorRequest = { prompt: 'Which kayak folds?', country: 'US', include: {} };
export const context = { signal: new AbortController().signal, clock: systemClock };

/** Vendors that answer whatever is asked with what a test gives them; they run as long as the file's tests. */
export function givenReplies() {
  let reply: Required<Reply>;
  let mockServer: MockProviderServer;
  beforeAll(async () => {
    mockServer = await startMockProviders({
      folder: authoredFolder,
      control: () => ({ kind: 'fail', ...reply }),
    });
  });
  afterAll(() => mockServer.close());
  return {
    give: ({ body, status = 200 }: Reply) => {
      reply = { body, status };
    },
    options: () => ({ baseUrl: mockServer.url, apiKey: 'k', model: 'm' }),
  };
}

/** Objects as the events of a stream. */
export function streamOf(...events: object[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}
