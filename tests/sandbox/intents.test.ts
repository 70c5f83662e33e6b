import { describe, expect, test } from 'vitest';
import { decodeUule } from '#lib/core/uule';
import { resolveLocation } from '#lib/sandbox/request/location';
import { detectIntents, parsePrompt } from '#lib/sandbox/request/prompt';

const austin = 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM';

describe('detectIntents', () => {
  test.each([
    ['What is the capital of France?', []],
    ['How tall is the tallest mountain?', []],
    ['What are the best trail shoes?', ['shopping']],
    ['buy headphones', ['shopping']],
    ['cheap laptops under 500', ['shopping']],
    ['Is Tarnhoof any good?', ['shopping']],
    ['Welche Trailschuhe sind die besten?', ['shopping']],
    ['おすすめのトレイルシューズは？', ['shopping']],
    ['Common problems with trail shoes', []],
    ['best hotels in Paris', ['travel', 'place']],
    ['Plan a trip to Kyoto', ['travel', 'place']],
    ['cheap holidays', ['travel']],
    ['best suitcase for a weekend trip', ['shopping']],
    ['restaurants near me', ['place']],
    ['coffee in austin', ['place']],
    ['Where can I buy an espresso machine near me?', ['shopping', 'place']],
    ['trail shoe shops in Munich', ['shopping', 'place']],
    ['nice weather for running', []],
    ['How does a Boston terrier behave?', []],
    ['hôtels à Lyon', ['travel', 'place']],
    ['What is product management?', []],
    ['Python vs Ruby', []],
    ['how to store potatoes', ['video']],
    ['best smart watch', ['shopping']],
    ['What is an email address?', []],
    ['How to clean an espresso machine', ['video']],
    ['how to tie a knot', ['video']],
    ['Steamgoblin review video', ['shopping', 'video']],
    ['Latest news on e-bikes', ['news']],
    ['headlines this week', ['news']],
  ])('%s', (prompt, expected) => {
    const found = Object.entries(detectIntents(prompt, 'US', parsePrompt(prompt)));
    expect(found.filter(([, stands]) => stands).map(([intent]) => intent)).toEqual(expected);
  });
});

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
  ])('%s %j', (prompt, request, city, region, country) => {
    expect(locate(prompt, request)).toMatchObject({ city, region, country });
  });

  test('puts an unknown city within half a degree of its state’s city', () => {
    const { latitude, longitude } = locate('shops', { location: 'Tiny Creek,Ohio,United States' });
    expect(Math.abs(latitude - 39.96)).toBeLessThan(0.5);
    expect(Math.abs(longitude + 83)).toBeLessThan(0.5);
  });

  test('tells requested locations from the default', () => {
    expect(locate('best trail shoes').asked).toBe(false);
    expect(locate('best trail shoes', { state: 'TX' }).asked).toBe(true);
    expect(locate('best trail shoes', { uule: 'w+CAIQICI' }).asked).toBe(false);
  });

  test('decodes a uule to a name, coordinates or nothing', () => {
    expect(decodeUule(austin)).toEqual({ name: 'Austin,Texas,United States' });
    const degrees = Buffer.from('latlng{ latitude_e7: 488566000 longitude_e7: 23522000 }').toString('base64');
    expect(decodeUule(`a+${degrees}`)).toEqual({ latitude: 48.8566, longitude: 2.3522 });
    expect(locate('shops', { uule: `a+${degrees}` }).city).toBe('Paris');
    for (const broken of ['w+AAAA', 'a+AAAA', 'w+====']) expect(decodeUule(broken)).toEqual({});
  });
});
