import { describe, expect, it } from 'vitest';
import { createCachedLookup, type ResolveAll } from '#lib/core/remembered-lookup';
import { resolveAll } from '#lib/providers/gemini/redirects';

const redirect = (name: string) => `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${name}`;
const never = new AbortController().signal;

describe('resolving an answer’s redirects', () => {
  it('asks each redirect once and nothing else', async () => {
    const asked: string[] = [];
    const addresses = [redirect('a'), 'https://a.example/', redirect('b'), redirect('a')];
    const found = await resolveAll(addresses, never, async (address) => {
      asked.push(address);
      return address.endsWith('a') ? 'https://page.example/a' : undefined;
    });
    expect(asked).toEqual([redirect('a'), redirect('b')]);
    expect([...found]).toEqual([[redirect('a'), 'https://page.example/a']]);
  });

  it('does not wait longer than it may, however many are silent, and keeps what it found', async () => {
    const addresses = Array.from({ length: 40 }, (_, index) => redirect(`n${index}`));
    const silent = (signal: AbortSignal) =>
      new Promise<undefined>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const found = await resolveAll(
      addresses,
      never,
      (address, signal) =>
        address.endsWith('n0') ? Promise.resolve('https://page.example/') : silent(signal),
      50,
    );
    expect([...found]).toEqual([[redirect('n0'), 'https://page.example/']]);
  });

  it('stops with the reason of the signal', async () => {
    const controller = new AbortController();
    const asked = resolveAll([redirect('a')], controller.signal, (_, signal) => {
      const stopped = new Promise<undefined>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
      controller.abort(new Error('gone'));
      return stopped;
    });
    await expect(asked).rejects.toThrow('gone');
  });
});

describe('a lookup that remembers', () => {
  it('asks once for many, and again after 30 seconds', async () => {
    let now = 0;
    const pending: (() => void)[] = [];
    const behind: ResolveAll = (name, _, callback) => {
      pending.push(() => callback(null, [{ address: `${name}-address`, family: 4 }]));
    };
    const resolve = createCachedLookup(behind, () => now);
    const ask = (name: string) =>
      new Promise((done) =>
        resolve(name, { all: true }, (error, addresses) => done(error ?? addresses[0]?.address)),
      );

    const first = [ask('a'), ask('a'), ask('b')];
    expect(pending).toHaveLength(2);
    for (const answer of pending.splice(0)) answer();
    expect(await Promise.all(first)).toEqual(['a-address', 'a-address', 'b-address']);
    now = 29_999;
    expect(await ask('a')).toBe('a-address');
    expect(pending).toHaveLength(0);
    now = 30_001;
    const later = ask('a');
    expect(pending).toHaveLength(1);
    pending[0]?.();
    expect(await later).toBe('a-address');
  });

  it('remembers that a name has no address', async () => {
    let asked = 0;
    const resolve = createCachedLookup((_name, _options, callback) => {
      asked += 1;
      callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
    });
    const ask = () => new Promise((done) => resolve('a', { all: true }, (error) => done(error?.message)));
    expect(await Promise.all([ask(), ask()])).toEqual(['none', 'none']);
    expect(await ask()).toBe('none');
    expect(asked).toBe(1);
  });
});
