import { afterAll, describe, expect, it } from 'vitest';
import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { getEnv } from '#lib/core/env';
import { systemClock } from '#lib/core/time';
import { generateJson } from '#lib/providers/language-models';
import { type ProviderCredentials, providerCatalog, selectProvider } from '#lib/providers/registry';
import { findRetirement } from '#lib/providers/shared/retirement';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../support/recordings.ts';
import { startReplyServer } from './support/reply-server.ts';

const server = await startReplyServer();
afterAll(() => server.close());

const settings = {
  ...getEnv(),
  OPENAI_BASE_URL: server.url,
  OPENAI_MODEL: 'gpt-old',
  GEMINI_BASE_URL: server.url,
  GEMINI_MODEL: 'gemini-old',
  XAI_BASE_URL: server.url,
  XAI_MODEL: 'grok-old',
  PERPLEXITY_BASE_URL: server.url,
  PERPLEXITY_MODEL: 'sonar',
  SERPAPI_BASE_URL: server.url,
  DATAFORSEO_BASE_URL: server.url,
  REMOTE_BASE_URL: server.url,
};

/** An engine of every provider, and the provider's name in its errors. */
const providers: Record<keyof typeof providerCatalog, { engine: Engine; title?: string }> = {
  openai: { engine: 'chat' },
  gemini: { engine: 'gen' },
  xai: { engine: 'social' },
  perplexity: { engine: 'answer' },
  serpapi: { engine: 'search' },
  dataforseo: { engine: 'search/news' },
  remote: { engine: 'office', title: 'The other Answerscope instance' },
};
type TestedProvider = keyof typeof providers;
const names = Object.keys(providers) as TestedProvider[];

function query(name: TestedProvider) {
  const { engine } = providers[name];
  const credentials: ProviderCredentials = Object.fromEntries(
    providerCatalog[name].credentialSettings.map((setting) => [setting, 'any-key']),
  );
  const { provider } = selectProvider<Engine>(
    engine,
    { ...settings, ENGINE_PROVIDERS: `${engine}=${name}` },
    credentials,
  );
  const request: MonitorRequest = { prompt: 'Which kayak folds?', country: 'US', include: {} };
  return provider.query(request, { clock: systemClock, signal: AbortSignal.timeout(5000) });
}

/** An error message in the format of a provider. */
const toErrorBody = (name: TestedProvider, message: string): object => {
  if (name === 'serpapi' || name === 'xai') return { error: message };
  if (name === 'dataforseo') return { status_code: 40_501, status_message: message };
  return { error: { message } };
};

describe.each(names)('%s', (name) => {
  const { title = providerCatalog[name].title } = providers[name];
  const retired = { kind: 'retired', message: `${title} retired this endpoint; update Answerscope.` };

  it.each<[string, number, object | string, Record<string, string>?]>([
    ['a 404 without a body', 404, ''],
    ['a 404 of a web server', 404, '<html><h1>404 Not Found</h1></html>'],
    ['a 404 with a message', 404, toErrorBody(name, 'Not Found')],
    ['a 405', 405, toErrorBody(name, 'Method Not Allowed')],
    ['a 410', 410, toErrorBody(name, 'Gone')],
    ['a permanent redirect', 308, '', { location: 'https://elsewhere.example/' }],
    ['a move', 301, '', { location: 'https://elsewhere.example/' }],
    ['Perplexity’s error type', 403, { error: { type: 'chat_completions_not_available', message: 'No.' } }],
    ['a deprecation', 400, toErrorBody(name, 'This API is deprecated.')],
    ['a retirement', 403, toErrorBody(name, 'This endpoint was retired on 1 May.')],
    ['an end of support', 400, toErrorBody(name, 'Version 1 is no longer available.')],
    ['a shutdown', 403, toErrorBody(name, 'This service has been decommissioned.')],
  ])('reports %s as a retired endpoint', async (_, status, body, headers) => {
    server.reply({ status, body, headers });
    await expect(query(name)).rejects.toMatchObject(retired);
  });

  it.each<[number, string]>([
    [401, 'This API key is no longer available.'],
    [403, 'This API key was retired.'],
    [403, 'You are not allowed to use this API.'],
    [404, 'The model x does not exist.'],
    [404, 'The job no longer exists.'],
    [410, 'The file was deleted.'],
    [400, 'The parameter y is deprecated.'],
  ])('does not report %i “%s” as retired', async (status, message) => {
    server.reply({ status, body: toErrorBody(name, message) });
    await expect(query(name)).rejects.toMatchObject({ kind: 'permanent' });
  });

  it.each([429, 500, 503])('retries a %i that mentions a retirement', async (status) => {
    server.reply({ status, body: { error: { message: 'The old server was retired.' } } });
    await expect(query(name)).rejects.toMatchObject({ kind: 'transient' });
  });
});

describe('a retired model', () => {
  it.each<[TestedProvider, number, object, string]>([
    [
      'openai',
      404,
      { error: { code: 'model_not_found', message: 'The model `gpt-old` has been deprecated.' } },
      'OpenAI retired the model gpt-old; set OPENAI_MODEL to a current one.',
    ],
    [
      'gemini',
      404,
      {
        error: {
          code: 404,
          status: 'NOT_FOUND',
          message: 'This model models/gemini-old is no longer available.',
        },
      },
      'Gemini retired the model gemini-old; set GEMINI_MODEL to a current one.',
    ],
    [
      'xai',
      400,
      { code: 'invalid-argument', error: 'Model grok-old was retired.' },
      'xAI retired the model grok-old; set XAI_MODEL to a current one.',
    ],
    [
      'openai',
      410,
      { error: { message: 'The model `gpt-old` is gone.' } },
      'OpenAI retired the model gpt-old; set OPENAI_MODEL to a current one.',
    ],
    [
      'perplexity',
      400,
      { error: { type: 'model_decommissioned', message: 'Choose another one.', code: 400 } },
      'Perplexity retired the model sonar; set PERPLEXITY_MODEL to a current one.',
    ],
  ])('%s: names the setting', async (name, status, body, message) => {
    server.reply({ status, body });
    await expect(query(name)).rejects.toMatchObject({ kind: 'retired', message });
  });

  it.each(['openai', 'xai', 'perplexity'] as const)('%s: is recognized inside a stream', async (name) => {
    const error = { message: 'The model has been deprecated.', code: null };
    const event = { type: 'response.failed', response: { status: 'failed', error }, error };
    server.reply({ status: 200, body: `data: ${JSON.stringify(event)}\n\n` });
    const { title, modelSetting } = providerCatalog[name];
    const message = `${title} retired the model ${settings[modelSetting]}; set ${modelSetting} to a current one.`;
    await expect(query(name)).rejects.toMatchObject({ kind: 'retired', message });
  });

  it('of the sentiment classifier is named without a setting', async () => {
    server.reply({ status: 404, body: { error: { message: 'The model gpt-small was retired.' } } });
    const call = { provider: 'openai', apiKey: 'any', model: 'gpt-small' } as const;
    const request = { instructions: 'i', input: 'i', schema: {} };
    const context = { settings, clock: systemClock, signal: AbortSignal.timeout(5000) };
    await expect(generateJson(call, request, context)).rejects.toMatchObject({
      kind: 'retired',
      message: 'OpenAI retired the model gpt-small; choose a current one.',
    });
  });
});

describe('codes of single providers', () => {
  it.each([40_400, 40_402, 50_100])('DataForSEO: %i in a 200 is a retired endpoint', async (status_code) => {
    server.reply({ status: 200, body: { status_code, status_message: 'Invalid Path.' } });
    await expect(query('dataforseo')).rejects.toMatchObject({ kind: 'retired' });
  });

  it('SerpApi: a result that is no longer available in a 200 is transient', async () => {
    server.reply({
      status: 200,
      body: { search_metadata: { status: 'Error' }, error: 'It is no longer available.' },
    });
    await expect(query('serpapi')).rejects.toMatchObject({ kind: 'transient' });
  });

  it.each([200, 400])('SerpApi: an unsupported engine in a %i is a retired endpoint', async (status) => {
    const error = 'Unsupported `bing_copilot` search engine.';
    server.reply({ status, body: { search_metadata: { status: 'Error' }, error } });
    await expect(query('serpapi')).rejects.toMatchObject({ kind: 'retired' });
  });
});

it('finds the mock server’s retired endpoint as an old version would', async () => {
  const behavior: MockBehavior = { kind: 'recording' };
  const mockServer = await startMockProviders({ folder: fixturesFolder, getBehavior: () => behavior });
  const response = await fetch(`${mockServer.url}/chat/completions`, { method: 'POST', body: '{}' });
  expect(findRetirement(response.status, '', await response.text())).toBe('endpoint');
  await mockServer.close();
});
