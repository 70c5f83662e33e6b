import { describe, expect, test } from 'vitest';
import { querySandbox } from '#tests/support/sandbox';

const austin = 'Austin,Texas,United States';

describe('targeting', () => {
  test('a request with the device mobile gets fewer results', async () => {
    for (const engine of ['searchai', 'overview'] as const) {
      const prompt = 'What are the best trail shoes?';
      const desktop = (await querySandbox(engine, prompt)).result;
      const mobile = (await querySandbox(engine, prompt, { device: 'mobile' })).result;
      expect(mobile.text.length).toBeLessThan(desktop.text.length);
      expect(mobile.sources.length).toBeLessThan(desktop.sources.length);
    }
    const countResults = async (device: 'desktop' | 'mobile') => [
      (await querySandbox('search', 'best trail shoes', { device })).result.organicResults.length,
      (await querySandbox('search/news', 'best trail shoes', { device })).result.newsResults.length,
    ];
    expect(await countResults('desktop')).toEqual([10, 10]);
    expect(await countResults('mobile')).toEqual([8, 8]);
  });

  test('a location or uule adds local places', async () => {
    const { result } = await querySandbox('searchai', 'trail shoe shops near me', { location: austin });
    expect(result.places?.length).toBeGreaterThan(2);
    for (const { title, address } of result.places ?? []) {
      expect(title).toContain('Austin');
      expect(address).toContain('Austin, Texas');
    }
    for (const { gps_coordinates: coordinates } of result.map ?? []) {
      expect(Math.abs(coordinates.latitude - 30.27)).toBeLessThan(0.1);
      expect(Math.abs(coordinates.longitude + 97.74)).toBeLessThan(0.1);
    }
    expect(result.text).toContain('In Austin, Texas, try');
    const encoded = await querySandbox('searchai', 'trail shoe shops near me', {
      uule: 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM',
    });
    expect(encoded.result).toEqual(result);
    const { result: listed } = await querySandbox('search', 'best trail shoes', { location: austin });
    expect(listed.organicResults.filter(({ title }) => title.includes('Austin')).length).toBe(2);
    const { result: overview } = await querySandbox('overview', 'What are the best trail shoes?', {
      location: austin,
    });
    expect(overview.text).toContain('Austin');
  });

  test.each(['chat', 'gen', 'answer', 'office'] as const)('%s uses the state', async (engine) => {
    const prompt = 'What are the best trail shoes?';
    const texan = (await querySandbox(engine, prompt, { state: 'TX' })).result;
    expect(texan.text).toContain('In Houston, Texas, try');
    expect(texan.text).not.toBe((await querySandbox(engine, prompt, { state: 'OR' })).result.text);
    expect((await querySandbox(engine, prompt)).result.text).not.toContain('Texas');
  });

  test.each([
    ['US', 38.9, -77],
    ['GB', 51.5, -0.1],
    ['JP', 35.7, 139.7],
    ['NZ', -41.3, 174.8],
  ])('without a location, places are in the country: %s', async (country, latitude, longitude) => {
    const { result } = await querySandbox('chat', 'restaurants near me', { country });
    expect(result.map?.length).toBeGreaterThan(2);
    for (const place of result.map ?? []) {
      expect(Math.abs((place.latitude ?? Number.NaN) - latitude)).toBeLessThan(0.2);
      expect(Math.abs((place.longitude ?? Number.NaN) - longitude)).toBeLessThan(0.2);
    }
  });
});
