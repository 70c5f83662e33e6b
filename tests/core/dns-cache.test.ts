import { describe, expect, it } from 'vitest';
import { createDnsCache, type DnsLookup } from '#lib/core/http-client';

describe('DNS cache', () => {
  it('shares one lookup and repeats it after 30 seconds', async () => {
    let now = 1_000;
    const pending: (() => void)[] = [];
    const behind: DnsLookup = (name, _, callback) => {
      pending.push(() => callback(null, [{ address: `${name}-address`, family: 4 }]));
    };
    const resolve = createDnsCache(behind, () => now);
    const ask = (name: string) =>
      new Promise((done) =>
        resolve(name, { all: true }, (error, addresses) => done(error ?? addresses[0]?.address)),
      );

    const first = [ask('a'), ask('a'), ask('b')];
    expect(pending).toHaveLength(2);
    for (const answer of pending.splice(0)) answer();
    expect(await Promise.all(first)).toEqual(['a-address', 'a-address', 'b-address']);
    now = 30_999;
    expect(await ask('a')).toBe('a-address');
    expect(pending).toHaveLength(0);
    now = 31_001;
    const later = ask('a');
    expect(pending).toHaveLength(1);
    pending[0]?.();
    expect(await later).toBe('a-address');
  });

  it('caches failed lookups', async () => {
    let asked = 0;
    const resolve = createDnsCache((_name, _options, callback) => {
      asked += 1;
      callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
    });
    const ask = () => new Promise((done) => resolve('a', { all: true }, (error) => done(error?.message)));
    expect(await Promise.all([ask(), ask()])).toEqual(['none', 'none']);
    expect(await ask()).toBe('none');
    expect(asked).toBe(1);
  });
});
