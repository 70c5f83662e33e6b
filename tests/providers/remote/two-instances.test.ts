import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineSpecs, engines } from '#lib/contract/engines';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { createDatabase } from '#tests/support/database';
import { createTenant, type Instance, startInstance } from '#tests/support/instance';
import { fixturesFolder } from '#tests/support/recordings';
import type { Tenant, TestResponse } from '#tests/support/service';
import { runWithinHour } from '#tests/support/wait';

/** An instance with one organization and its API key. */
interface TestInstance {
  instance: Instance;
  tenant: Tenant;
  send(path: string, body: object): Promise<TestResponse>;
  stop(): Promise<void>;
}

async function startTestInstance(env: Record<string, string> = {}): Promise<TestInstance> {
  const database = await createDatabase();
  const instance = await startInstance({ databaseUrl: database.url, env });
  const tenant = await createTenant(instance, { credits: 100_000 });
  return {
    instance,
    tenant,
    send: (path, body) => tenant.send('POST', path, body),
    stop: async () => {
      await instance.stop();
      await database.drop();
    },
  };
}

const refusedPrompt = 'a prompt the provider refuses';
let mockServer: MockProviderServer;
let remote: TestInstance;
let local: TestInstance;

beforeAll(async () => {
  // The sandbox does not simulate social, so the remote instance uses a provider for it.
  mockServer = await startMockProviders({
    folder: fixturesFolder,
    getBehavior: ({ prompt }) =>
      prompt === refusedPrompt ? { kind: 'response', status: 400, body: { error: 'Refused.' } } : undefined,
  });
  remote = await startTestInstance({ XAI_API_KEY: 'any', XAI_BASE_URL: `${mockServer.url}/xai` });
  local = await startTestInstance({
    REMOTE_BASE_URL: `${remote.instance.url}/v1`,
    REMOTE_API_KEY: remote.tenant.secret,
    ENGINE_PROVIDERS: engines.map((engine) => `${engine}=remote`).join(','),
  });
});
afterAll(() => Promise.all([remote?.stop(), local?.stop(), mockServer?.close()]));

const prompts = [
  'best trail running shoes for wet rock',
  'where to eat ramen near the station',
  'is tea healthy',
];

/** Returns a request with every flag and field that the engine accepts. */
function createFullRequest(engine: (typeof engines)[number], prompt: string): object {
  const spec = engineSpecs[engine];
  return {
    [spec.promptField]: prompt,
    country: 'US',
    ...(spec.acceptsState && { state: 'CA' }),
    ...(spec.acceptsLocation && { location: 'Austin,Texas,United States' }),
    ...(spec.acceptsDevice && { device: 'mobile' }),
    ...(spec.acceptsPages && { pages: 2 }),
    include: {
      ...Object.fromEntries(spec.includeFlags.map((flag) => [flag, true])),
      ...(engine === 'search' && { overview: { markdown: true } }),
    },
  };
}

/** Sends a request to the remote and the local instance. */
function sendToBoth(path: string, body: object): Promise<[TestResponse, TestResponse]> {
  return runWithinHour(() => Promise.all([remote.send(path, body), local.send(path, body)]));
}

/** Returns the result with the HTML of its pages instead of their URLs, which must be on the given host. */
async function readResultWithPages(answer: TestResponse, host: string): Promise<Record<string, unknown>> {
  expect(answer.status).toBe(200);
  const { html, ...rest } = answer.body.result;
  if (html === undefined) return rest;
  const pages = [html].flat().map(async (url: string) => {
    expect(url).toContain(`${host}/storage/results/`);
    return (await fetch(url)).text();
  });
  return { ...rest, html: await Promise.all(pages), hasSeveralPages: Array.isArray(html) };
}

describe('an engine served by another instance', () => {
  it.each(engines)('%s returns the same fields and pages as that instance', async (engine) => {
    for (const prompt of prompts) {
      const request = createFullRequest(engine, prompt);
      const [remoteResponse, localResponse] = await sendToBoth(`/v1/monitor/${engine}`, request);
      const result = await readResultWithPages(localResponse, local.instance.url);
      expect(result).toEqual(await readResultWithPages(remoteResponse, remote.instance.url));
      expect(result.html).not.toEqual([]);
      expect(localResponse.headers.get('x-credits-charged')).toBe(
        remoteResponse.headers.get('x-credits-charged'),
      );
    }
  });

  it.each(engines)('%s omits fields whose flag is not set', async (engine) => {
    const { promptField } = engineSpecs[engine];
    const request = { [promptField]: prompts[0], country: 'DE' };
    const [remoteResponse, localResponse] = await sendToBoth(`/v1/monitor/${engine}`, request);
    expect(localResponse.body.result).toEqual(remoteResponse.body.result);
    expect(localResponse.body.result).not.toHaveProperty('rawResponse');
  });

  it('does not retry a request that the other instance gave up on', async () => {
    const countCalls = () => mockServer.calls.filter(({ prompt }) => prompt === refusedPrompt).length;
    const answer = await local.send('/v1/monitor/social', { prompt: refusedPrompt, country: 'US' });
    expect(answer.status).toBe(502);
    expect(answer.body.error).toMatchObject({
      code: 'EXTERNAL_SERVICE_ERROR',
      details: { service: 'social', attempts: 1 },
    });
    expect(countCalls()).toBe(1);
  });
});
