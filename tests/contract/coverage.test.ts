import { expect, test } from 'vitest';
import { countryCodes } from '#lib/contract/country-codes';
import { countriesOf, coverage } from '#lib/contract/coverage';
import { engines } from '#lib/contract/engines';

test.each(engines)(
  '%s: its countries are those of ISO 3166-1 less the ones it is not offered in',
  (engine) => {
    const { without, source } = coverage[engine];
    expect(source).toMatch(/\S.*\.$/);
    expect([...without].filter((code) => !countryCodes.includes(code))).toEqual([]);
    expect(new Set(without).size).toBe(without.length);
    expect([...countriesOf(engine), ...without].sort()).toEqual(countryCodes);
    expect(countriesOf(engine)).toContain('US');
  },
);

test('together they are all countries, and engines differ', () => {
  expect(countriesOf()).toEqual(countryCodes);
  expect(new Set(engines.map((engine) => countriesOf(engine).join())).size).toBeGreaterThan(3);
  expect(countriesOf('chat')).not.toContain('CN');
  expect(countriesOf('gen')).toContain('VE');
});
