import { afterAll, describe, expect, test } from 'vitest';
import { startService, type Tenant } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());

interface Rules {
  promptField: 'prompt' | 'query';
  /** True if `country` is optional and US by default. */
  defaultsToUs: boolean;
  flags: readonly string[];
  targeting: readonly string[];
}

const assistant = {
  promptField: 'prompt',
  defaultsToUs: false,
  flags: ['html', 'markdown', 'rawResponse'],
  targeting: ['state'],
} as const;
const rules: Record<string, Rules> = {
  chat: { ...assistant, flags: [...assistant.flags, 'searchQueries', 'ads', 'shopping'] },
  gen: assistant,
  social: { ...assistant, targeting: [] },
  answer: assistant,
  office: assistant,
  searchai: {
    promptField: 'prompt',
    defaultsToUs: true,
    flags: ['html', 'markdown'],
    targeting: ['location', 'uule', 'device'],
  },
  overview: {
    promptField: 'prompt',
    defaultsToUs: true,
    flags: ['html', 'markdown'],
    targeting: ['location', 'uule', 'device'],
  },
  search: {
    promptField: 'query',
    defaultsToUs: true,
    flags: ['html'],
    targeting: ['location', 'uule', 'device', 'pages'],
  },
  'search/news': {
    promptField: 'query',
    defaultsToUs: true,
    flags: ['html'],
    targeting: ['device', 'pages'],
  },
};
const engines = Object.entries(rules);
const values = {
  state: 'CA',
  location: 'Austin,Texas,United States',
  uule: 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM',
  device: 'mobile',
  pages: 2,
};

/** One organization per engine, as a fast machine sends more than an organization's 500 requests per second. */
const tenants = new Map<string, Tenant>();
for (const [engine] of engines) tenants.set(engine, await testService.createTenant({ credits: 1_000_000 }));

function getTenant(engine: string): Tenant {
  const tenant = tenants.get(engine);
  if (tenant === undefined) throw new Error(`No tenant for ${engine}`);
  return tenant;
}

/** Sends a body to the engine's endpoint and to the generic one, and expects the same status and error details. */
async function sendToBoth(engine: string, body: object) {
  const organization = getTenant(engine);
  const specific = await organization.send('POST', `/v1/monitor/${engine}`, body);
  const generic = await organization.send('POST', '/v1/monitor', { model: engine, ...body });
  expect([generic.status, generic.body.details]).toEqual([specific.status, specific.body.details]);
  return specific;
}

/** Returns the status of the response to a valid request. No provider serves `social` in this test. */
const getSuccessStatus = (engine: string) => (engine === 'social' ? 502 : 200);

describe.each(engines)('monitor request to %s', (engine, { promptField, defaultsToUs, flags, targeting }) => {
  const validBody = { [promptField]: 'Which trail shoes last longest?', country: 'US' };

  test.each([
    ['missing', undefined, 'Prompt cannot be empty'],
    ['empty', '', 'Prompt cannot be empty'],
    ['whitespace', ' \t\n\u00a0\u3000', 'Prompt cannot be empty'],
    ['10,001 letters', 'x'.repeat(10_001), 'Prompt is too long'],
    ['10,001 emoji', '🏃'.repeat(10_001), 'Prompt is too long'],
    ['a number', 7, 'Expected string'],
    ['an array', ['x'], 'Expected string'],
    ['null', null, 'Expected string'],
  ])('responds with 400 to a prompt that is %s', async (_, text, message) => {
    const { status, body } = await sendToBoth(engine, { ...validBody, [promptField]: text });
    expect([status, body.details]).toEqual([400, [{ field: promptField, message }]]);
  });

  test('accepts prompts of 1 to 10,000 characters, counted as code points', async () => {
    for (const text of ['x', '🏃', 'x'.repeat(10_000), '🏃'.repeat(10_000)]) {
      const { status } = await getTenant(engine).send('POST', `/v1/monitor/${engine}`, {
        ...validBody,
        [promptField]: text,
      });
      expect(status).toBe(getSuccessStatus(engine));
    }
  });

  test('does not accept the prompt field of other engines', async () => {
    const otherField = promptField === 'prompt' ? 'query' : 'prompt';
    const { status, body } = await sendToBoth(engine, { [otherField]: 'x', country: 'US' });
    expect([status, body.details[0].field]).toEqual([400, promptField]);
  });

  test(`country is ${defaultsToUs ? 'US by default' : 'required'}, and an upper-case ISO 3166-1 code`, async () => {
    for (const country of [undefined, null]) {
      const { status } = await sendToBoth(engine, { ...validBody, country });
      expect([country, status]).toEqual([country, defaultsToUs ? getSuccessStatus(engine) : 400]);
    }
    for (const country of ['us', 'USA', 'U', '', 'XX', 'UK', 'EU', 'ZZ', 7, ['US'], {}]) {
      const { status, body } = await sendToBoth(engine, { ...validBody, country });
      expect([country, status, body.details]).toEqual([
        country,
        400,
        [{ field: 'country', message: 'Invalid country code' }],
      ]);
    }
    for (const country of ['DE', 'JP', 'AQ']) {
      expect((await sendToBoth(engine, { ...validBody, country })).status).toBe(getSuccessStatus(engine));
    }
  });

  test.each(flags)('include.%s must be a boolean; null counts as absent', async (flag) => {
    for (const value of ['true', 1, 0, {}, []]) {
      const { status, body } = await sendToBoth(engine, { ...validBody, include: { [flag]: value } });
      expect([value, status, body.details]).toEqual([
        value,
        400,
        [{ field: `include.${flag}`, message: 'Expected boolean' }],
      ]);
    }
    for (const value of [true, false, null]) {
      const { status } = await sendToBoth(engine, { ...validBody, include: { [flag]: value } });
      expect([value, status]).toEqual([value, getSuccessStatus(engine)]);
    }
  });

  test('include is an object; unknown fields and flags are ignored', async () => {
    for (const include of ['html', true, 7, []]) {
      const { status, body } = await sendToBoth(engine, { ...validBody, include });
      expect([include, status, body.details[0].field]).toEqual([include, 400, 'include']);
    }
    const body = { ...validBody, unknown: 'blue', include: { video: 'yes', unknown: 7 } };
    expect((await sendToBoth(engine, body)).status).toBe(getSuccessStatus(engine));
  });

  test.each(Object.entries(values))('accepts or rejects %s depending on the engine', async (field, value) => {
    const { status, body } = await sendToBoth(engine, { ...validBody, [field]: value });
    const isAccepted = targeting.includes(field);
    expect([status, body.details?.[0].field]).toEqual(
      isAccepted ? [getSuccessStatus(engine), undefined] : [400, field],
    );
    expect((await sendToBoth(engine, { ...validBody, [field]: null })).status).toBe(getSuccessStatus(engine));
  });

  test('reports every invalid field at once', async () => {
    const { body } = await sendToBoth(engine, { country: 'us', include: { html: 1 } });
    expect(body.details.map(({ field }: { field: string }) => field).sort()).toEqual(
      [promptField, 'country', 'include.html'].sort(),
    );
  });
});

describe('rules of individual engines', () => {
  test.each(['search', 'search/news'])('%s: pages is a whole number from 1 to 10', async (engine) => {
    for (const pages of [0, 11, -1, 1.5, '2', true, []]) {
      const { status, body } = await sendToBoth(engine, { query: 'x', pages });
      expect([pages, status, body.details[0].field]).toEqual([pages, 400, 'pages']);
    }
    for (const pages of [1, 10]) expect((await sendToBoth(engine, { query: 'x', pages })).status).toBe(200);
  });

  test.each(['searchai', 'overview', 'search', 'search/news'])(
    '%s: device is desktop, the default, or mobile',
    async (engine) => {
      const promptField = rules[engine]?.promptField ?? '';
      const request = { [promptField]: 'What are the best trail shoes?' };
      for (const device of ['tablet', 'Desktop', '', 7]) {
        const { status, body } = await sendToBoth(engine, { ...request, device });
        expect([device, status, body.details[0].field]).toEqual([device, 400, 'device']);
      }
      const byDefault = await sendToBoth(engine, request);
      expect((await sendToBoth(engine, { ...request, device: 'desktop' })).body).toEqual(byDefault.body);
      expect((await sendToBoth(engine, { ...request, device: 'mobile' })).body).not.toEqual(byDefault.body);
    },
  );

  test('search: include.overview is true, false or an object with markdown', async () => {
    const send = (overview: unknown) =>
      sendToBoth('search', { query: 'What are the best trail shoes?', include: { overview } });
    const invalidMarkdown = { markdown: 'yes' };
    for (const overview of ['yes', 1, [], invalidMarkdown]) {
      const { status, body } = await send(overview);
      expect([overview, status, body.details[0].field]).toEqual([
        overview,
        400,
        overview === invalidMarkdown ? 'include.overview.markdown' : 'include.overview',
      ]);
    }
    expect((await send(true)).body).toEqual((await send({})).body);
    expect((await send(false)).body.result).not.toHaveProperty('overview');
  });

  test('overview: responds with 200, empty text and no sources if the engine shows no overview', async () => {
    const { status, body } = await sendToBoth('overview', { prompt: 'What is the capital of France?' });
    expect([status, body.result.text, body.result.sources]).toEqual([200, '', []]);
  });

  test('/v1/monitor: model is an engine key in lower case', async () => {
    for (const model of [undefined, null, '', 'CHAT', 'video', 7]) {
      const { status, body } = await getTenant('chat').send('POST', '/v1/monitor', {
        model,
        prompt: 'x',
        country: 'US',
      });
      expect([model, status, body.details[0].field]).toEqual([model, 400, 'model']);
    }
  });
});
