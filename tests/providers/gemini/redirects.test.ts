import { describe, expect, it } from 'vitest';
import { resolveRedirects } from '#lib/providers/gemini/redirects';

const redirect = (name: string) => `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${name}`;
const never = new AbortController().signal;

describe('resolving an answer’s redirects', () => {
  it('requests each redirect once and no other URL', async () => {
    const asked: string[] = [];
    const addresses = [redirect('a'), 'https://a.example/', redirect('b'), redirect('a')];
    const found = await resolveRedirects(addresses, never, async (address) => {
      asked.push(address);
      return address.endsWith('a') ? 'https://page.example/a' : undefined;
    });
    expect(asked).toEqual([redirect('a'), redirect('b')]);
    expect([...found]).toEqual([[redirect('a'), 'https://page.example/a']]);
  });

  it('stops at the time limit and keeps what it found', async () => {
    const addresses = Array.from({ length: 40 }, (_, index) => redirect(`n${index}`));
    const silent = (signal: AbortSignal) =>
      new Promise<undefined>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const found = await resolveRedirects(
      addresses,
      never,
      (address, signal) =>
        address.endsWith('n0') ? Promise.resolve('https://page.example/') : silent(signal),
      50,
    );
    expect([...found]).toEqual([[redirect('n0'), 'https://page.example/']]);
  });

  it('stops with the signal’s reason', async () => {
    const controller = new AbortController();
    const asked = resolveRedirects([redirect('a')], controller.signal, (_, signal) => {
      const stopped = new Promise<undefined>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
      controller.abort(new Error('gone'));
      return stopped;
    });
    await expect(asked).rejects.toThrow('gone');
  });
});
