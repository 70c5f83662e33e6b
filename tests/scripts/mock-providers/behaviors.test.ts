import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../../support/recordings.ts';

let behavior: MockBehavior | undefined;
let mockServer: MockProviderServer;
beforeAll(async () => {
  mockServer = await startMockProviders({ folder: fixturesFolder, getBehavior: () => behavior });
});
afterAll(() => mockServer.close());

const sendPrompt = (input: string, url = mockServer.url) =>
  fetch(`${url}/v1/responses`, { method: 'POST', body: JSON.stringify({ input }) });

describe('the mock provider server', () => {
  it('sends the response slowly, or closes the connection midway', async () => {
    behavior = undefined;
    const whole = await (await sendPrompt('a')).text();
    behavior = { kind: 'drip', bytes: 1000, everyMs: 1 };
    expect(await (await sendPrompt('a')).text()).toBe(whole);
    behavior = { kind: 'drip', bytes: 1000, everyMs: 1, maxBytes: 3000 };
    await expect(sendPrompt('a').then((response) => response.text())).rejects.toThrow();
  });

  it('truncates the response', async () => {
    behavior = { kind: 'truncate', bytes: 100 };
    await expect(sendPrompt('a').then((response) => response.text())).rejects.toThrow();
  });

  it('sends incomplete JSON', async () => {
    behavior = { kind: 'malformed', file: 'kayaks-utf16-offsets.json' };
    const response = await sendPrompt('a');
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(() => JSON.parse(text)).toThrow();
  });

  it('closes the connection without a response after the time limit of a hang', async () => {
    behavior = { kind: 'hang', ms: 20 };
    await expect(sendPrompt('a')).rejects.toThrow();
  });
});

describe('failure rate', () => {
  it('injects several kinds of failures, the same ones each time', async () => {
    const listOutcomes = async () => {
      const failingServer = await startMockProviders({
        folder: fixturesFolder,
        failureRate: 0.2,
        hangMs: 10,
      });
      const requests = Array.from({ length: 400 }, (_, index) =>
        sendPrompt(`Question ${index}?`, failingServer.url)
          .then(async (response) => `${response.status} ${(await response.text()).slice(0, 20)}`)
          .catch(() => 'broken'),
      );
      const all = await Promise.all(requests);
      await failingServer.close();
      return all;
    };
    const first = await listOutcomes();
    expect(await listOutcomes()).toEqual(first);
    const counts = Object.groupBy(first, (outcome) => outcome.slice(0, 6));
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(['500 {"', '503 <h', '429 {"', 'broken']));
    // A response with status 200 and incomplete JSON is also a failure, but it is not counted here.
    const failed = first.filter((outcome) => !/^200 (?!<)/.test(outcome)).length;
    expect(failed).toBeGreaterThan(400 * 0.12);
    expect(failed).toBeLessThan(400 * 0.25);
  });

  it('fails only some of the attempts at a prompt, so that a retry succeeds eventually', async () => {
    const failingServer = await startMockProviders({ folder: fixturesFolder, failureRate: 0.5, hangMs: 1 });
    const successes = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      successes.push(
        await sendPrompt('a', failingServer.url)
          .then((response) => response.text())
          .then((text) => text.length > 500)
          .catch(() => false),
      );
    }
    await failingServer.close();
    expect(new Set(successes)).toEqual(new Set([true, false]));
  });
});
