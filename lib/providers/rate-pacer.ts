import { systemClock } from '#lib/core/time';
import { getHeader, type ResponseHeaders } from '#lib/providers/shared/provider';

/** Keeps the requests with one key within the provider's rate limits, as its response headers report them. */
export interface RatePacer {
  /** Reserves an attempt and returns 0, or returns the delay in milliseconds before the next try. */
  reserveAttempt(): number;
  readHeaders(headers: ResponseHeaders): void;
  /** Delays every request with this key for this long, or until an answer arrives. */
  pauseFor(ms: number): void;
  /** Ends a pause, and updates the estimate of how many tokens a request needs. */
  recordAnswer(tokens: number | undefined): void;
}

interface RateWindow {
  /** Requests or tokens left. */
  remaining: number;
  /** Monotonic time of the reset, in milliseconds. */
  resetAt: number;
}

type HeaderNames = readonly (readonly [remaining: string, reset: string])[];

/** The last pair is from the IETF RateLimit header drafts. */
const requestHeaders: HeaderNames = [
  ['x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'],
  ['x-ratelimit-remaining', 'x-ratelimit-reset'],
  ['ratelimit-remaining', 'ratelimit-reset'],
];
const tokenHeaders: HeaderNames = [['x-ratelimit-remaining-tokens', 'x-ratelimit-reset-tokens']];

/** Longer waits are capped. */
const maxWaitMs = 120_000;
/** Weight of the latest answer in the moving average of tokens. */
const latestWeight = 0.2;

/**
 * Creates a pacer that delays nothing until a response reports a window without capacity, or `pauseFor` is called.
 * @param monotonicNowMs monotonic clock in milliseconds
 * @param now wall clock in milliseconds
 */
export function createRatePacer(
  monotonicNowMs = () => performance.now(),
  now = () => systemClock.now().getTime(),
): RatePacer {
  let requests: RateWindow | undefined;
  let tokens: RateWindow | undefined;
  let pausedUntil = 0;
  let estimatedTokens = 1;

  function readWindow(headers: ResponseHeaders, names: HeaderNames): RateWindow | undefined {
    for (const [remainingName, resetName] of names) {
      const remaining = Number(getHeader(headers, remainingName) ?? Number.NaN);
      const resetMs = parseResetMs(getHeader(headers, resetName), now());
      if (Number.isNaN(remaining) || resetMs === undefined) continue;
      return { remaining, resetAt: monotonicNowMs() + Math.min(resetMs, maxWaitMs) };
    }
    return undefined;
  }

  return {
    reserveAttempt() {
      const currentMs = monotonicNowMs();
      const needs = [
        { window: requests, needed: 1 },
        { window: tokens, needed: estimatedTokens },
      ].flatMap(({ window, needed }) => (window && window.resetAt > currentMs ? [{ window, needed }] : []));
      const exhausted = needs.filter(({ window, needed }) => window.remaining < needed);
      const sendAt = Math.max(pausedUntil, ...exhausted.map(({ window }) => window.resetAt));
      if (sendAt > currentMs) return sendAt - currentMs;
      for (const { window, needed } of needs) window.remaining -= needed;
      return 0;
    },
    readHeaders(headers) {
      requests = readWindow(headers, requestHeaders) ?? requests;
      tokens = readWindow(headers, tokenHeaders) ?? tokens;
    },
    pauseFor(ms) {
      pausedUntil = Math.max(pausedUntil, monotonicNowMs() + Math.min(ms, maxWaitMs));
    },
    recordAnswer(count) {
      pausedUntil = 0;
      if (count !== undefined)
        estimatedTokens += (count - estimatedTokens) * (estimatedTokens === 1 ? 1 : latestWeight);
    },
  };
}

/**
 * Parses `6m0s`, `1.5s`, `120ms`, seconds, or a Unix time in seconds or milliseconds.
 * @returns the milliseconds until the reset; undefined for other texts
 */
export function parseResetMs(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (number > 1e12) return Math.max(0, number - now);
    if (number > 1e9) return Math.max(0, number * 1000 - now);
    return number * 1000;
  }
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return undefined;
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0);
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
