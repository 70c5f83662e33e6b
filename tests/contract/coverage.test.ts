import { expect, test } from 'vitest';
import { countryCodes, coverage, listCountries } from '#lib/contract/countries';
import { engines } from '#lib/contract/engines';

test.each(engines)(
  '%s: lists the countries of ISO 3166-1 except those in which it is unavailable',
  (engine) => {
    const { unavailableIn, source } = coverage[engine];
    expect(source).toMatch(/\S.*\.$/);
    expect([...unavailableIn].filter((code) => !countryCodes.includes(code))).toEqual([]);
    expect(new Set(unavailableIn).size).toBe(unavailableIn.length);
    expect([...listCountries(engine), ...unavailableIn].sort()).toEqual(countryCodes);
    expect(listCountries(engine)).toContain('US');
  },
);

test('all engines together cover all countries, and engines differ', () => {
  expect(listCountries()).toEqual(countryCodes);
  expect(new Set(engines.map((engine) => listCountries(engine).join())).size).toBeGreaterThan(3);
  expect(listCountries('chat')).not.toContain('CN');
  expect(listCountries('gen')).toContain('VE');
});
