import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../../support/recordings.ts';

let mockServer: MockProviderServer;
beforeAll(async () => {
  mockServer = await startMockProviders({ folder: fixturesFolder });
});
afterAll(() => mockServer.close());

const sendQuery = (query: string) => fetch(`${mockServer.url}/search.json?${query}`);
const createToken = (at: number) =>
  Buffer.from(JSON.stringify({ q: 'a', gl: 'uk', at })).toString('base64url');

describe('mock SerpApi', () => {
  it.each([
    ['engine=google&q=a', 401, /Invalid API key/],
    ['engine=google&api_key=k', 400, /Missing query `q`/],
    ['engine=google&q=a&api_key=k&location=Berlin&uule=w%2Ba', 400, /can't be used together/],
    ['engine=google_ai_overview&api_key=k&page_token=nonsense', 400, /page_token/],
    [`engine=google_ai_overview&api_key=k&page_token=${createToken(0)}`, 200, /has expired/],
    [`engine=google_ai_overview&api_key=k&page_token=${createToken(4e12)}`, 200, /"text_blocks"/],
    ['engine=google&q=nothing+at+all&api_key=k', 200, /hasn't returned any results/],
    ['engine=google&q=a&start=50&api_key=k', 200, /hasn't returned any results/],
  ])('responds to %s with status %i', async (query, status, words) => {
    const response = await sendQuery(query);
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(words);
  });

  it('gives the same prompt and country the same answer, and others another one', async () => {
    const getBody = async (query: string) =>
      (await sendQuery(`engine=google_ai_mode&api_key=k&${query}`)).text();
    expect(await getBody('q=a&gl=de')).toBe(await getBody('q=a&gl=de'));
    expect(await getBody('q=a&gl=de')).not.toBe(await getBody('q=a&gl=fr'));
    expect(await getBody('q=a&gl=de')).not.toBe(await getBody('q=b&gl=de'));
  });

  it('finds the prompt to which a page token belongs, and counts its attempts', async () => {
    const fresh = `engine=google_ai_overview&api_key=k&page_token=${createToken(5e12)}`;
    await sendQuery(fresh);
    await sendQuery(fresh);
    expect(mockServer.calls.at(-1)).toMatchObject({ provider: 'serpapi', prompt: 'a', country: 'GB' });
    expect(mockServer.calls.at(-1)?.attempt).toBe((mockServer.calls.at(-2)?.attempt ?? 0) + 1);
  });

  it('never returns the API key', async () => {
    expect(await (await sendQuery('engine=google&q=a&api_key=key-of-mine')).text()).not.toContain(
      'key-of-mine',
    );
  });
});
