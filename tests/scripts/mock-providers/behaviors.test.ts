import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { authoredFolder } from '../../support/recordings.ts';

let behavior: MockBehavior | undefined;
let mockServer: MockProviderServer;
beforeAll(async () => {
  mockServer = await startMockProviders({ folder: authoredFolder, control: () => behavior });
});
afterAll(() => mockServer.close());

const ask = (input: string, url = mockServer.url) =>
  fetch(`${url}/v1/responses`, { method: 'POST', body: JSON.stringify({ input }) });

describe('mock behaviors', () => {
  it('sends its response slowly, or closes the connection midway', async () => {
    behavior = undefined;
    const whole = await (await ask('a')).text();
    behavior = { kind: 'drip', bytes: 1000, everyMs: 1 };
    expect(await (await ask('a')).text()).toBe(whole);
    behavior = { kind: 'drip', bytes: 1000, everyMs: 1, until: 3000 };
    await expect(ask('a').then((answer) => answer.text())).rejects.toThrow();
  });

  it('truncates the response', async () => {
    behavior = { kind: 'truncate', bytes: 100 };
    await expect(ask('a').then((answer) => answer.text())).rejects.toThrow();
  });

  it('sends incomplete JSON', async () => {
    behavior = { kind: 'malformed', file: 'kayaks-utf16-offsets.json' };
    const answer = await ask('a');
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(() => JSON.parse(text)).toThrow();
  });

  it('hangs, with a time limit if one is given', async () => {
    behavior = { kind: 'hang', ms: 20 };
    await expect(ask('a')).rejects.toThrow();
  });
});

describe('failure share', () => {
  it('injects every kind of failure deterministically', async () => {
    const outcomes = async () => {
      const failing = await startMockProviders({ folder: authoredFolder, failureShare: 0.2, hangMs: 10 });
      const asked = Array.from({ length: 400 }, (_, index) =>
        ask(`Question ${index}?`, failing.url)
          .then(async (answer) => `${answer.status} ${(await answer.text()).slice(0, 20)}`)
          .catch(() => 'broken'),
      );
      const all = await Promise.all(asked);
      await failing.close();
      return all;
    };
    const first = await outcomes();
    expect(await outcomes()).toEqual(first);
    const counts = Object.groupBy(first, (outcome) => outcome.slice(0, 6));
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(['500 {"', '503 <h', '429 {"', 'broken']));
    const failed = first.filter((outcome) => !/^200 (?!<)/.test(outcome)).length;
    expect(failed).toBeGreaterThan(400 * 0.12);
    expect(failed).toBeLessThan(400 * 0.25);
  });

  it('differs by attempt, so that a retry succeeds eventually', async () => {
    const failing = await startMockProviders({ folder: authoredFolder, failureShare: 0.5, hangMs: 1 });
    const statuses = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      statuses.push(
        await ask('a', failing.url)
          .then((answer) => answer.text())
          .then((text) => text.length > 500)
          .catch(() => false),
      );
    }
    await failing.close();
    expect(new Set(statuses)).toEqual(new Set([true, false]));
  });
});
