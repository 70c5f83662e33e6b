import { describe, expect, it } from 'vitest';
import { resolveRedirects } from '#lib/providers/gemini/redirects';

const createRedirect = (name: string) =>
  `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${name}`;
const neverAborted = new AbortController().signal;

describe('resolveRedirects', () => {
  it('requests each redirect once and no other URL', async () => {
    const requestedUrls: string[] = [];
    const urls = [createRedirect('a'), 'https://a.example/', createRedirect('b'), createRedirect('a')];
    const resolved = await resolveRedirects(urls, neverAborted, async (url) => {
      requestedUrls.push(url);
      return url.endsWith('a') ? 'https://page.example/a' : undefined;
    });
    expect(requestedUrls).toEqual([createRedirect('a'), createRedirect('b')]);
    expect([...resolved]).toEqual([[createRedirect('a'), 'https://page.example/a']]);
  });

  it('stops at the time limit and returns the URLs that it has resolved', async () => {
    const urls = Array.from({ length: 40 }, (_, index) => createRedirect(`n${index}`));
    const waitForAbort = (signal: AbortSignal) =>
      new Promise<undefined>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const resolved = await resolveRedirects(
      urls,
      neverAborted,
      (url, signal) => (url.endsWith('n0') ? Promise.resolve('https://page.example/') : waitForAbort(signal)),
      50,
    );
    expect([...resolved]).toEqual([[createRedirect('n0'), 'https://page.example/']]);
  });

  it('rejects with the signal’s reason when aborted', async () => {
    const controller = new AbortController();
    const pending = resolveRedirects([createRedirect('a')], controller.signal, (_, signal) => {
      const aborted = new Promise<undefined>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
      controller.abort(new Error('client disconnected'));
      return aborted;
    });
    await expect(pending).rejects.toThrow('client disconnected');
  });
});
