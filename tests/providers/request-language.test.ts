import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, engines } from '#lib/contract/engines';
import { parseEnv } from '#lib/core/env';
import { systemClock } from '#lib/core/time';
import { selectProvider } from '#lib/providers/registry';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../support/recordings.ts';

const prompt = 'Quel kayak se plie ?';
const context = { signal: new AbortController().signal, clock: systemClock };
let mockServer: MockProviderServer;

beforeAll(async () => {
  mockServer = await startMockProviders({ folder: fixturesFolder });
});
beforeEach(() => {
  mockServer.calls.length = 0;
});
afterAll(() => mockServer.close());

/** Sends a request to an engine, with the keys of all providers, and returns the first call of the provider. */
async function sendRequest(
  engine: Engine,
  fields: { language?: string; country: string },
  engineProviders?: string,
) {
  const { url } = mockServer;
  const settings = parseEnv({
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: url,
    GEMINI_API_KEY: 'k',
    GEMINI_BASE_URL: url,
    XAI_API_KEY: 'k',
    XAI_BASE_URL: `${url}/xai`,
    PERPLEXITY_API_KEY: 'k',
    PERPLEXITY_BASE_URL: url,
    SERPAPI_API_KEY: 'k',
    SERPAPI_BASE_URL: url,
    DATAFORSEO_LOGIN: 'l',
    DATAFORSEO_PASSWORD: 'p',
    DATAFORSEO_BASE_URL: `${url}/v3`,
    ...(engineProviders && { ENGINE_PROVIDERS: engineProviders }),
  });
  const { provider } = selectProvider<Engine>(engine, settings);
  const { note } = await provider.query({ prompt, include: {}, ...fields }, context);
  const call = mockServer.calls[0];
  const parameters = Object.fromEntries(call?.query ?? []);
  return { provider: provider.name, parameters, body: JSON.stringify(call?.body), note };
}

/** Pairs of a prompt's language and a country, and Google's language for them at SerpApi and at DataForSEO. */
const googleLanguages: [
  language: string | undefined,
  country: string,
  serpApi: string,
  dataForSeo: string,
][] = [
  ['fr', 'BE', 'fr', 'fr'],
  ['fr', 'CH', 'fr', 'fr'],
  ['fr', 'CA', 'fr', 'fr'],
  ['fr-CA', 'CA', 'fr', 'fr'],
  ['it', 'CH', 'it', 'it'],
  ['nl', 'BE', 'nl', 'nl'],
  ['es', 'US', 'es', 'es'],
  ['es-419', 'US', 'es-419', 'es'],
  ['ca', 'ES', 'ca', 'ca'],
  ['ta', 'IN', 'ta', 'ta'],
  ['pt-BR', 'PT', 'pt-br', 'pt'],
  ['he', 'US', 'iw', 'he'],
  ['nb', 'SE', 'no', 'no'],
  ['nn', 'NO', 'no', 'no'],
  ['zh', 'TW', 'zh-tw', 'zh-TW'],
  ['zh', 'US', 'zh-cn', 'zh-CN'],
  ['zh-Hant', 'CA', 'zh-tw', 'zh-TW'],
  ['zh-CN', 'HK', 'zh-cn', 'zh-CN'],
  ['fil', 'US', 'tl', 'en'],
  // Unknown: the main language of the country, as before languages were sent.
  [undefined, 'BE', 'nl', 'nl'],
  [undefined, 'CH', 'de', 'de'],
  [undefined, 'CA', 'en', 'en'],
  // Languages that the providers do not support.
  ['tlh', 'DE', 'de', 'de'],
  ['gsw', 'CH', 'de', 'de'],
];

describe.each(googleLanguages)('a search in %s from %s', (language, country, serpApi, dataForSeo) => {
  const fields = { country, ...(language !== undefined && { language }) };

  it.each(['searchai', 'overview', 'search', 'search/news'] as const)(
    `%s: sends hl ${serpApi}`,
    async (engine) => {
      const { provider, parameters } = await sendRequest(engine, fields);
      expect([provider, parameters.hl]).toEqual(['serpapi', serpApi]);
      expect(parameters.gl).toBe(country.toLowerCase());
    },
  );

  it.each(['chat', 'gen', 'searchai', 'search'] as const)(
    `%s: sends language_code ${dataForSeo} to DataForSEO`,
    async (engine) => {
      const { provider, body } = await sendRequest(engine, fields, `${engine}=dataforseo`);
      expect([provider, JSON.parse(body)[0].language_code]).toEqual(['dataforseo', dataForSeo]);
    },
  );
});

describe.each([
  ['fr', 'BE', 'French (fr)', 'Belgium (BE)'],
  ['fr', 'CH', 'French (fr)', 'Switzerland (CH)'],
  ['pt-BR', 'US', 'Brazilian Portuguese (pt-BR)', 'United States (US)'],
])('an assistant asked in %s from %s', (language, country, languageName, countryName) => {
  const instruction = `The user’s language is ${languageName}. Answer in this language`;

  it('OpenAI: states the language in the instructions', async () => {
    const { body } = await sendRequest('chat', { language, country });
    expect(JSON.parse(body).instructions).toContain(instruction);
    expect(JSON.parse(body).tools[0].user_location.country).toBe(country);
  });

  it('Gemini: states the language instead of that of the location', async () => {
    const { body } = await sendRequest('gen', { language, country });
    const [{ text }] = JSON.parse(body).systemInstruction.parts;
    expect(text).toContain(instruction);
    expect(text).toContain(`The user is in ${countryName}`);
    expect(text).not.toContain('including its language');
  });

  it('xAI: states the language in the system message', async () => {
    const { body } = await sendRequest('social', { language, country });
    const [{ content }] = JSON.parse(body).input;
    expect(content).toContain(instruction);
    expect(content).toContain(`The user is in ${countryName}`);
  });

  it('Perplexity: sends language_preference', async () => {
    const { body } = await sendRequest('answer', { language, country });
    expect(JSON.parse(body).language_preference).toBe(language.slice(0, 2));
  });

  it('Bing Copilot through SerpApi: notes that the language was not sent', async () => {
    const { parameters, note } = await sendRequest('office', { language, country });
    expect(parameters).not.toHaveProperty('hl');
    expect(note).toContain(`country ${country} and language ${language} were not sent`);
  });
});

it('adds nothing to the requests of assistants if the language is unknown', async () => {
  const chat = JSON.parse((await sendRequest('chat', { country: 'BE' })).body);
  expect(chat).not.toHaveProperty('instructions');
  mockServer.calls.length = 0;
  const { body: gen } = await sendRequest('gen', { country: 'BE' });
  expect(gen).toContain('including its language');
  mockServer.calls.length = 0;
  const { body: social } = await sendRequest('social', { country: 'BE' });
  expect(social).not.toContain('language');
  mockServer.calls.length = 0;
  const answer = JSON.parse((await sendRequest('answer', { country: 'BE' })).body);
  expect(answer).not.toHaveProperty('language_preference');
});

it.each(engines)('%s: no known language fails a request', async (engine) => {
  for (const language of ['fr', 'zh-Hant-HK', 'sr-Latn', 'es-419', 'yue', 'tlh', 'gsw', 'en-001']) {
    mockServer.calls.length = 0;
    expect(await sendRequest(engine, { language, country: 'CH' })).toBeDefined();
  }
});
