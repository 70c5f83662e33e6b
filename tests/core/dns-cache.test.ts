import { describe, expect, it } from 'vitest';
import { createDnsCache, type DnsLookup } from '#lib/core/http-client';

describe('DNS cache', () => {
  it('shares one lookup and repeats it after 30 seconds', async () => {
    let now = 1_000;
    const pending: (() => void)[] = [];
    const lookup: DnsLookup = (name, _, callback) => {
      pending.push(() => callback(null, [{ address: `${name}-address`, family: 4 }]));
    };
    const resolve = createDnsCache(lookup, () => now);
    const resolveName = (name: string) =>
      new Promise((done) =>
        resolve(name, { all: true }, (error, addresses) => done(error ?? addresses[0]?.address)),
      );

    const first = [resolveName('a'), resolveName('a'), resolveName('b')];
    expect(pending).toHaveLength(2);
    for (const respond of pending.splice(0)) respond();
    expect(await Promise.all(first)).toEqual(['a-address', 'a-address', 'b-address']);
    now = 30_999;
    expect(await resolveName('a')).toBe('a-address');
    expect(pending).toHaveLength(0);
    now = 31_001;
    const later = resolveName('a');
    expect(pending).toHaveLength(1);
    pending[0]?.();
    expect(await later).toBe('a-address');
  });

  it('caches failed lookups', async () => {
    let lookups = 0;
    const resolve = createDnsCache((_name, _options, callback) => {
      lookups += 1;
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    });
    const getError = () =>
      new Promise((done) => resolve('a', { all: true }, (error) => done(error?.message)));
    expect(await Promise.all([getError(), getError()])).toEqual(['not found', 'not found']);
    expect(await getError()).toBe('not found');
    expect(lookups).toBe(1);
  });
});
