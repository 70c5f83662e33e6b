import { describe, expect, it } from 'vitest';
import { engines } from '#lib/contract/engines';
import { parseEnv } from '#lib/core/env';
import { systemClock } from '#lib/core/time';
import { createProviders, listEngineProviders, selectProvider } from '#lib/providers/registry';

function getProviderNames(environment: Record<string, string>) {
  const providers = createProviders(parseEnv(environment));
  return Object.fromEntries(engines.map((engine) => [engine, providers[engine].name]));
}

const namesWithoutKeys = {
  chat: 'sandbox',
  gen: 'sandbox',
  social: 'unavailable',
  answer: 'sandbox',
  office: 'sandbox',
  searchai: 'sandbox',
  overview: 'sandbox',
  search: 'sandbox',
  'search/news': 'sandbox',
};

describe('provider selection', () => {
  it.each<[string, Record<string, string>, Partial<typeof namesWithoutKeys>]>([
    ['no keys', {}, {}],
    ['an OpenAI key', { OPENAI_API_KEY: 'k' }, { chat: 'openai' }],
    [
      'keys of OpenAI, Gemini and Perplexity',
      { OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k', PERPLEXITY_API_KEY: 'k' },
      { chat: 'openai', gen: 'gemini', answer: 'perplexity' },
    ],
    ['an xAI key', { XAI_API_KEY: 'k' }, { social: 'xai' }],
    [
      'a key, but the sandbox in ENGINE_PROVIDERS',
      { OPENAI_API_KEY: 'k', ENGINE_PROVIDERS: 'chat=sandbox' },
      {},
    ],
    [
      'a provider in ENGINE_PROVIDERS without its key',
      { ENGINE_PROVIDERS: 'gen=gemini' },
      { gen: 'unavailable' },
    ],
    [
      'a provider in ENGINE_PROVIDERS with its key',
      { GEMINI_API_KEY: 'k', ENGINE_PROVIDERS: 'gen=gemini,answer=sandbox' },
      { gen: 'gemini' },
    ],
    ['the sandbox in ENGINE_PROVIDERS for social', { ENGINE_PROVIDERS: 'social=sandbox' }, {}],
  ])('selects the provider of each engine with %s', (_, environment, expected) => {
    expect(getProviderNames(environment)).toEqual({ ...namesWithoutKeys, ...expected });
  });

  it('creates a provider for every engine', () => {
    const providers = createProviders(parseEnv({}));
    for (const engine of engines) expect(providers[engine].engine).toBe(engine);
  });

  it.each([
    ['chat=gemini', /Invalid ENGINE_PROVIDERS: chat has no provider "gemini"\. Use openai.* or sandbox\./],
    ['social=openai', 'Invalid ENGINE_PROVIDERS: social has no provider "openai". Use xai or remote.'],
    ['chats=openai', 'Invalid ENGINE_PROVIDERS: there is no engine "chats". Use one of chat, gen, social,'],
  ])('rejects %s with a one-line message', (setting, message) => {
    expect(() => createProviders(parseEnv({ ENGINE_PROVIDERS: setting }))).toThrow(message);
  });

  it.each([
    ['social', {}, 'needs XAI_API_KEY'],
    ['chat', { ENGINE_PROVIDERS: 'chat=openai' }, 'needs OPENAI_API_KEY'],
    ['social', { ENGINE_PROVIDERS: 'social=sandbox' }, 'The sandbox does not simulate the engine social'],
  ] as const)('%s reports why it is unavailable', async (engine, environment, reason) => {
    const provider = createProviders(parseEnv({ ...environment }))[engine];
    const pending = provider.query(
      { prompt: 'a', country: 'US', include: {} },
      { signal: new AbortController().signal, clock: systemClock },
    );
    await expect(pending).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(reason),
    });
  });
});

describe('an organization’s provider keys', () => {
  const ownKeys = { OPENAI_API_KEY: 'own' };

  it('enable a provider for the organization', () => {
    expect(selectProvider('chat', parseEnv({}), ownKeys).credentials).toEqual({
      provider: 'openai',
      values: ['own'],
      isOwn: true,
    });
    expect(selectProvider('gen', parseEnv({}), ownKeys).provider.name).toBe('sandbox');
  });

  it('take precedence over the provider keys of the instance', () => {
    const settings = parseEnv({ OPENAI_API_KEY: 'shared', GEMINI_API_KEY: 'shared' });
    expect(selectProvider('chat', settings, ownKeys).credentials).toMatchObject({
      values: ['own'],
      isOwn: true,
    });
    expect(selectProvider('gen', settings, ownKeys).credentials).toMatchObject({
      values: ['shared'],
      isOwn: false,
    });
  });

  it('do not override ENGINE_PROVIDERS', () => {
    const settings = parseEnv({ ENGINE_PROVIDERS: 'chat=sandbox' });
    expect(selectProvider('chat', settings, ownKeys).provider.name).toBe('sandbox');
    expect(listEngineProviders('chat', settings)).toEqual([]);
  });
});
