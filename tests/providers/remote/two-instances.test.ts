import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineSpecs, engines } from '#lib/contract/engines';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { createDatabase } from '#tests/support/database';
import { createTenant, type Instance, startInstance } from '#tests/support/instance';
import { authoredFolder } from '#tests/support/recordings';
import type { Tenant, TestResponse } from '#tests/support/service';
import { runWithinHour } from '#tests/support/wait';

/** An instance with one organization and its API key. */
interface Side {
  instance: Instance;
  tenant: Tenant;
  send(path: string, body: object): Promise<TestResponse>;
  stop(): Promise<void>;
}

async function startSide(env: Record<string, string> = {}): Promise<Side> {
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
let far: Side;
let near: Side;

beforeAll(async () => {
  // The sandbox does not simulate social, so the other instance uses a provider.
  mockServer = await startMockProviders({
    folder: authoredFolder,
    control: ({ prompt }) =>
      prompt === refusedPrompt ? { kind: 'fail', status: 400, body: { error: 'Refused.' } } : undefined,
  });
  far = await startSide({ XAI_API_KEY: 'any', XAI_BASE_URL: `${mockServer.url}/xai` });
  near = await startSide({
    REMOTE_BASE_URL: `${far.instance.url}/v1`,
    REMOTE_API_KEY: far.tenant.secret,
    ENGINE_PROVIDERS: engines.map((engine) => `${engine}=remote`).join(','),
  });
}, 120_000);
afterAll(() => Promise.all([far?.stop(), near?.stop(), mockServer?.close()]));

const prompts = [
  'best trail running shoes for wet rock',
  'where to eat ramen near the station',
  'is tea healthy',
];

/** Every flag, field and target the engine takes. */
function fullRequest(engine: (typeof engines)[number], prompt: string): object {
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

/** The answers of both sides. */
function sendToBoth(path: string, body: object): Promise<[TestResponse, TestResponse]> {
  return runWithinHour(() => Promise.all([far.send(path, body), near.send(path, body)]));
}

/** Returns the result with its HTML instead of the URLs, which must belong to the given host. */
async function withPages(answer: TestResponse, host: string): Promise<Record<string, unknown>> {
  expect(answer.status).toBe(200);
  const { html, ...rest } = answer.body.result;
  if (html === undefined) return rest;
  const pages = [html].flat().map(async (url: string) => {
    expect(url).toContain(`${host}/storage/results/`);
    return (await fetch(url)).text();
  });
  return { ...rest, html: await Promise.all(pages), listed: Array.isArray(html) };
}

describe('an engine served by another instance', () => {
  it.each(engines)(
    '%s equals that instance’s own answer, field by field and page by page',
    async (engine) => {
      for (const prompt of prompts) {
        const request = fullRequest(engine, prompt);
        const [theirs, ours] = await sendToBoth(`/v1/monitor/${engine}`, request);
        const result = await withPages(ours, near.instance.url);
        expect(result).toEqual(await withPages(theirs, far.instance.url));
        expect(result.html).not.toEqual([]);
        expect(ours.headers.get('x-credits-charged')).toBe(theirs.headers.get('x-credits-charged'));
      }
    },
  );

  it.each(engines)('%s omits fields whose flag is not set', async (engine) => {
    const { promptField } = engineSpecs[engine];
    const request = { [promptField]: prompts[0], country: 'DE' };
    const [theirs, ours] = await sendToBoth(`/v1/monitor/${engine}`, request);
    expect(ours.body.result).toEqual(theirs.body.result);
    expect(ours.body.result).not.toHaveProperty('rawResponse');
  });

  it('does not repeat the retries of the other instance', async () => {
    const countCalls = () => mockServer.calls.filter(({ prompt }) => prompt === refusedPrompt).length;
    const answer = await near.send('/v1/monitor/social', { prompt: refusedPrompt, country: 'US' });
    expect(answer.status).toBe(502);
    expect(answer.body.error).toMatchObject({
      code: 'EXTERNAL_SERVICE_ERROR',
      details: { service: 'social', attempts: 1 },
    });
    expect(countCalls()).toBe(1);
  });
});
