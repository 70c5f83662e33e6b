import { describe, expect, test } from 'vitest';
import { decodeUule } from '#lib/core/uule';
import { resolveLocation } from '#lib/sandbox/request/location';

const austin = 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM';

describe('resolveLocation', () => {
  const locate = (prompt: string, request = {}) =>
    resolveLocation({ prompt, country: 'US', include: {}, ...request });

  test.each([
    ['hotels in Paris', {}, 'Paris', '', 'FR'],
    ['hotels in Manchester', { country: 'GB' }, 'Manchester', 'England', 'GB'],
    ['hotels in Manchester', {}, 'Manchester', 'New Hampshire', 'US'],
    ['shops in Texas', {}, 'Houston', 'Texas', 'US'],
    ['東京のホテル', { country: 'JP' }, '東京', 'Tokyo', 'JP'],
    ['shops near me', { location: 'Austin,Texas,United States' }, 'Austin', 'Texas', 'US'],
    ['shops near me', { location: 'Tiny Creek,Ohio,United States' }, 'Tiny Creek', 'Ohio', 'US'],
    ['shops near me', { uule: austin }, 'Austin', 'Texas', 'US'],
    ['shops near me', { state: 'OR' }, 'Portland', 'Oregon', 'US'],
    ['shops near me', { country: 'JP' }, 'Tokyo', '', 'JP'],
    ['shops in Berlin', { location: 'Austin,Texas,United States' }, 'Berlin', '', 'DE'],
  ])('locates "%s" with %j in %s', (prompt, request, city, region, country) => {
    expect(locate(prompt, request)).toMatchObject({ city, region, country });
  });

  test('locates an unknown city within half a degree of the main city of its state', () => {
    const { latitude, longitude } = locate('shops', { location: 'Tiny Creek,Ohio,United States' });
    expect(Math.abs(latitude - 39.96)).toBeLessThan(0.5);
    expect(Math.abs(longitude + 83)).toBeLessThan(0.5);
  });

  test('distinguishes requested locations from the default', () => {
    expect(locate('best trail shoes').isRequested).toBe(false);
    expect(locate('best trail shoes', { state: 'TX' }).isRequested).toBe(true);
    expect(locate('best trail shoes', { uule: 'w+CAIQICI' }).isRequested).toBe(false);
  });

  test('decodes a uule to a name, coordinates or nothing', () => {
    expect(decodeUule(austin)).toEqual({ name: 'Austin,Texas,United States' });
    const degrees = Buffer.from('latlng{ latitude_e7: 488566000 longitude_e7: 23522000 }').toString('base64');
    expect(decodeUule(`a+${degrees}`)).toEqual({ latitude: 48.8566, longitude: 2.3522 });
    expect(locate('shops', { uule: `a+${degrees}` }).city).toBe('Paris');
    for (const broken of ['w+AAAA', 'a+AAAA', 'w+====']) expect(decodeUule(broken)).toEqual({});
  });
});
