import { describe, expect, it } from 'vitest';
import type { MonitorRequest } from '#lib/contract/requests';
import { systemClock } from '#lib/core/time';
import {
  callWithRetries,
  defaultMaxAttempts,
  overallTimeoutMs,
  ProviderCallError,
} from '#lib/providers/call-with-retries';
import { createOpenAiProvider } from '#lib/providers/openai/provider';
import { type Provider, ProviderError } from '#lib/providers/shared/provider';
import { createUnavailableProvider } from '#lib/providers/unavailable-provider';
import type { MockBehavior } from '#scripts/mock-providers/mock-provider';
import { startMockProviders } from '#scripts/mock-providers/server';
import { fixturesFolder } from '../support/recordings.ts';

const request: MonitorRequest = { prompt: 'Which kayak folds?', country: 'US', include: {} };

/** Creates a clock that advances only during waits and attempts, and records the waits. */
function createSimulatedTime() {
  const waits: number[] = [];
  const time = {
    now: 0,
    /** Timeout of the current attempt. */
    timeoutMs: Number.POSITIVE_INFINITY,
    waits,
    onAttempt: (_: number, timeoutMs: number) => {
      time.timeoutMs = timeoutMs;
    },
    monotonicNowMs: () => time.now,
    wait: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      waits.push(ms);
      time.now += ms;
    },
  };
  return time;
}

/** Creates a provider whose attempts take `durationMs`, or until their timeout, and then fail with `createError()`. */
function createFailingProvider(
  time: { now: number; timeoutMs: number },
  durationMs: number,
  createError: () => unknown,
): Provider<'chat'> & { callCount: number } {
  const provider = {
    name: 'failing',
    engine: 'chat' as const,
    timeoutMs: 180_000,
    targeting: [],
    callCount: 0,
    query: async () => {
      provider.callCount += 1;
      time.now += Math.min(durationMs, time.timeoutMs);
      throw createError();
    },
  };
  return provider;
}

const createOptions = (
  time: ReturnType<typeof createSimulatedTime>,
  signal = new AbortController().signal,
) => ({
  signal,
  clock: systemClock,
  wait: time.wait,
  onAttemptStart: time.onAttempt,
  monotonicNowMs: time.monotonicNowMs,
  random: () => 0.5,
});

describe('callWithRetries', () => {
  it('makes exactly ten attempts with waits that grow up to a limit', async () => {
    const time = createSimulatedTime();
    const provider = createFailingProvider(time, 100, () => new ProviderError('transient', 'busy'));
    const numbers: number[] = [];
    const pending = callWithRetries(provider, request, {
      ...createOptions(time),
      onAttemptStart: (n) => numbers.push(n),
    });
    await expect(pending).rejects.toMatchObject({
      name: 'ProviderCallError',
      kind: 'transient',
      attempts: defaultMaxAttempts,
      engine: 'chat',
    });
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    // 75% of a wait that doubles from 0.5 s to at most 30 s, because `random` returns 0.5.
    expect(time.waits).toEqual([375, 750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500]);
  });

  it.each([
    ['immediately, requesting a wait of 34.4 s each time', 0, 34_400],
    ['immediately, requesting a wait of an hour', 0, 3_600_000],
    ['after 20 s each', 20_000, undefined],
    ['after 25 s each, requesting a wait of 10 s', 25_000, 10_000],
    ['by never responding', Number.POSITIVE_INFINITY, undefined],
  ])('ends within the overall timeout if ten attempts fail %s', async (_, durationMs, retryAfterMs) => {
    const time = createSimulatedTime();
    const provider = createFailingProvider(
      time,
      durationMs,
      () => new ProviderError('transient', 'busy', { retryAfterMs }),
    );
    await expect(callWithRetries(provider, request, createOptions(time))).rejects.toMatchObject({
      attempts: defaultMaxAttempts,
    });
    expect(time.now).toBeLessThanOrEqual(overallTimeoutMs);
  });

  it('waits as long as the provider requests', async () => {
    const time = createSimulatedTime();
    const provider = createFailingProvider(
      time,
      0,
      () => new ProviderError('transient', 'busy', { retryAfterMs: 7250 }),
    );
    await expect(callWithRetries(provider, request, createOptions(time))).rejects.toBeInstanceOf(
      ProviderCallError,
    );
    expect(time.waits.slice(0, 4)).toEqual([7250, 7250, 7250, 7250]);
  });

  it.each(['permanent', 'quota', 'unavailable'] as const)('does not retry a %s error', async (kind) => {
    const time = createSimulatedTime();
    const provider = createFailingProvider(time, 0, () => new ProviderError(kind, 'no'));
    await expect(callWithRetries(provider, request, createOptions(time))).rejects.toMatchObject({
      kind,
      attempts: 1,
    });
    expect(provider.callCount).toBe(1);
  });

  it('rethrows other errors without retrying', async () => {
    const time = createSimulatedTime();
    const provider = createFailingProvider(time, 0, () => new TypeError('a bug'));
    await expect(callWithRetries(provider, request, createOptions(time))).rejects.toThrow(TypeError);
    expect(provider.callCount).toBe(1);
  });

  it('rejects with the signal’s reason when aborted during an attempt or a wait', async () => {
    for (const abortDuring of ['attempt', 'wait']) {
      const time = createSimulatedTime();
      const controller = new AbortController();
      const provider = createFailingProvider(time, 0, () => {
        if (abortDuring === 'attempt') controller.abort(new Error('client disconnected'));
        return new ProviderError('transient', 'busy');
      });
      const wait = async (ms: number, signal: AbortSignal) => {
        controller.abort(new Error('client disconnected'));
        await time.wait(ms, signal).catch(() => undefined);
        signal.throwIfAborted();
      };
      const pending = callWithRetries(provider, request, { ...createOptions(time, controller.signal), wait });
      await expect(pending).rejects.toThrow('client disconnected');
      expect(provider.callCount).toBe(1);
    }
  });

  it('makes no attempt if the signal is already aborted', async () => {
    const time = createSimulatedTime();
    const provider = createFailingProvider(time, 0, () => new Error('called'));
    await expect(
      callWithRetries(
        provider,
        request,
        createOptions(time, AbortSignal.abort(new Error('client disconnected'))),
      ),
    ).rejects.toThrow('client disconnected');
    expect(provider.callCount).toBe(0);
  });

  it('retries after a timeout', async () => {
    const time = createSimulatedTime();
    const mockServer = await startMockProviders({
      folder: fixturesFolder,
      getBehavior: ({ attempt }) =>
        attempt < 3 ? { kind: 'hang' } : { kind: 'recording', file: 'kayaks-stream.sse.txt' },
    });
    try {
      const provider = {
        ...createOpenAiProvider({ baseUrl: mockServer.url, apiKey: 'k', model: 'm' }),
        timeoutMs: 100,
      };
      const { answer, attempts } = await callWithRetries(provider, request, createOptions(time));
      expect(attempts).toBe(3);
      expect(answer.result.text).toContain('Otterline');
      expect(mockServer.calls.map((call) => call.attempt)).toEqual([1, 2, 3]);
    } finally {
      await mockServer.close();
    }
  });

  it('succeeds over HTTP after several kinds of transient failures', async () => {
    const time = createSimulatedTime();
    const failures: MockBehavior[] = [
      { kind: 'response', status: 503 },
      { kind: 'response', status: 429, headers: { 'retry-after': '3' } },
      { kind: 'truncate', bytes: 500 },
      { kind: 'response', status: 200, body: '<html>' },
    ];
    const mockServer = await startMockProviders({
      folder: fixturesFolder,
      getBehavior: ({ attempt }) => failures[attempt - 1],
    });
    try {
      const provider = createOpenAiProvider({ baseUrl: mockServer.url, apiKey: 'k', model: 'm' });
      expect((await callWithRetries(provider, request, createOptions(time))).attempts).toBe(5);
      expect(time.waits).toEqual([375, 3000, 1500, 3000]);
    } finally {
      await mockServer.close();
    }
  });

  it('reports why an engine is unavailable', async () => {
    const time = createSimulatedTime();
    const provider = createUnavailableProvider(
      'social',
      'The engine social needs XAI_API_KEY, which is not set.',
    );
    await expect(callWithRetries(provider, request, createOptions(time))).rejects.toMatchObject({
      kind: 'unavailable',
      engine: 'social',
      message: 'social failed after 1 attempt: The engine social needs XAI_API_KEY, which is not set.',
    });
  });
});
