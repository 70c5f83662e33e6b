import { afterAll, describe, expect, test } from 'vitest';
import { startService } from '#tests/support/service';

const testService = await startService();
afterAll(() => testService.stop());
const organization = await testService.createTenant({ credits: 1_000_000 });
const prompt = 'What are the best trail shoes?';
const nearbyPrompt = 'trail shoe shops near me';
const austin = 'Austin,Texas,United States';
const austinUule = 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM';

async function send(engine: string, body: object) {
  const { status, body: response, headers } = await organization.send('POST', `/v1/monitor/${engine}`, body);
  expect([status, response.error]).toEqual([200, undefined]);
  return { result: response.result, charged: headers.get('x-credits-charged') };
}

describe('geo-targeting', () => {
  test.each(['chat', 'gen', 'answer', 'office', 'searchai', 'overview', 'search', 'search/news'])(
    '%s: charges the same for every country, even for one that the engine does not list',
    async (engine) => {
      const field = engine === 'search' || engine === 'search/news' ? 'query' : 'prompt';
      const countries = ['US', 'DE', 'JP', 'BR', 'AQ', 'CN', 'SS', 'KP'];
      const answers = await Promise.all(
        countries.map((country) => send(engine, { [field]: prompt, country })),
      );
      expect(new Set(answers.map(({ charged }) => charged)).size).toBe(1);
    },
  );

  test('the country changes the sources and the currency of prices', async () => {
    const include = { shopping: true };
    const [american, german] = await Promise.all(
      ['US', 'DE'].map((country) => send('chat', { prompt, country, include })),
    );
    expect(american?.result.sources).not.toEqual(german?.result.sources);
    expect(american?.result.shoppingCards[0].products[0].price).toContain('$');
    expect(german?.result.shoppingCards[0].products[0].price).toContain('€');
  });

  test.each(['chat', 'office', 'answer', 'gen'])(
    '%s: a state changes the answer and costs 2 more credits',
    async (engine) => {
      const nationwide = await send(engine, { prompt: nearbyPrompt, country: 'US' });
      const texan = await send(engine, { prompt: nearbyPrompt, country: 'US', state: 'TX' });
      expect(texan.result.text).toContain('Texas');
      expect(Number(texan.charged)).toBe(Number(nationwide.charged) + 2);
    },
  );

  test.each(['chat', 'office', 'answer', 'gen'])(
    '%s: rejects an invalid state, or a state outside the US, with 400',
    async (engine) => {
      for (const body of [
        { country: 'DE', state: 'TX' },
        { country: 'US', state: 'tx' },
        { country: 'US', state: 'Texas' },
        { country: 'US', state: '' },
        { country: 'US', state: 7 },
      ]) {
        const { status, body: response } = await organization.send('POST', `/v1/monitor/${engine}`, {
          prompt,
          ...body,
        });
        expect([body, status, response.details[0].field]).toEqual([body, 400, 'state']);
      }
    },
  );

  test.each(['searchai', 'overview', 'search'])(
    '%s: a location name and its uule give the same location',
    async (engine) => {
      const field = engine === 'search' ? 'query' : 'prompt';
      const text = engine === 'overview' ? prompt : nearbyPrompt;
      const byName = await send(engine, { [field]: text, location: austin });
      const byUule = await send(engine, { [field]: text, uule: austinUule });
      expect(JSON.stringify(byName.result)).toContain('Austin');
      expect(byUule).toEqual(byName);
      expect(JSON.stringify((await send(engine, { [field]: text })).result)).not.toContain('Austin');
    },
  );

  test.each([
    [{ location: 'Austin' }, 'location'],
    [{ location: 'Austin,Texas' }, 'location'],
    [{ location: 'Austin,,United States' }, 'location'],
    [{ location: '' }, 'location'],
    [{ location: 7 }, 'location'],
    [{ uule: 'Austin' }, 'uule'],
    [{ uule: 'w+' }, 'uule'],
    [{ uule: 'w+CAIQ ICI' }, 'uule'],
    [{ location: austin, uule: austinUule }, 'location'],
  ])('searchai, overview and search reject %j', async (targeting, field) => {
    for (const [engine, request] of [
      ['searchai', { prompt }],
      ['overview', { prompt }],
      ['search', { query: prompt }],
    ] as const) {
      const { status, body } = await organization.send('POST', `/v1/monitor/${engine}`, {
        ...request,
        ...targeting,
      });
      expect([engine, status, body.details[0].field]).toEqual([engine, 400, field]);
    }
  });
});

describe('utility endpoints', () => {
  test('lists all countries if no model is given, and a subset for each engine', async () => {
    const all: string[] = (await organization.send('GET', '/v1/countries')).body;
    expect(all.length).toBeGreaterThanOrEqual(249);
    expect(all).toEqual([...new Set(all)].sort());
    const lists = new Set<string>();
    for (const model of ['searchai', 'overview', 'chat', 'office', 'gen', 'search', 'social', 'answer']) {
      const { status, body } = await organization.send('GET', `/v1/countries?model=${model}`);
      expect([model, status, body.includes('US')]).toEqual([model, 200, true]);
      expect(body.filter((code: string) => !all.includes(code))).toEqual([]);
      lists.add(body.join());
    }
    expect(lists.size).toBeGreaterThan(1);
  });

  test.each(['/v1/countries', '/v1/countries?model=gen', '/v1/states?country=US'])(
    '%s may be cached for a day, and its errors may not',
    async (path) => {
      const { headers } = await organization.send('GET', path);
      expect(headers.get('cache-control')).toBe('private, max-age=86400');
      const invalid = await organization.send('GET', `${path.split('?')[0]}?model=unknown&country=usa`);
      expect(invalid.headers.get('cache-control') ?? '').not.toContain('max-age');
      expect(invalid.status).toBe(400);
    },
  );

  test('lists US states with code and name, and no states for other countries', async () => {
    const { body: states } = await organization.send('GET', '/v1/states?country=US');
    for (const state of states) {
      expect(state).toEqual({ code: expect.stringMatching(/^[A-Z]{2}$/), name: expect.stringMatching(/\S/) });
      expect(Object.keys(state)).toHaveLength(2);
    }
    // 50 states and the District of Columbia.
    expect(new Set(states.map(({ code }: { code: string }) => code)).size).toBe(51);
    for (const country of ['DE', 'CA', 'ZZ']) {
      expect(await organization.send('GET', `/v1/states?country=${country}`)).toMatchObject({
        status: 200,
        body: [],
      });
    }
    for (const country of ['us', 'U', 'USA', '', 'U1', 'U%20', '%C3%9C%C3%9C']) {
      const { status, body } = await organization.send('GET', `/v1/states?country=${country}`);
      expect([country, status, body.details[0].field]).toEqual([country, 400, 'country']);
    }
  });
});
