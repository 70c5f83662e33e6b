import { headerOf, type VendorReply } from '#lib/providers/vendor-http';

/** How fast one vendor may be asked with one key, as its answers tell. */
export interface Pace {
  /** Milliseconds until the next request may go out; 0 for now. Counts it as sent. */
  next(): number;
  /** Reads what an answer's headers say of the vendor's windows. */
  hear(headers: VendorReply['headers']): void;
  /** Takes the wait that a failure asked for: it is meant for every request with this key, until one is answered. */
  rest(ms: number): void;
  /** Notes an answer: a rest is over. What it took tells how few tokens left count as a window used up. */
  answered(tokens: number | undefined): void;
}

interface Window {
  /** Requests or tokens that still fit. */
  left: number;
  /** When it is whole again, in milliseconds of `elapsed`. */
  until: number;
}

/** Vendors name the window of requests and that of tokens alike; the last names are those of RFC drafts. */
const requestHeaders = [
  ['x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'],
  ['x-ratelimit-remaining', 'x-ratelimit-reset'],
  ['ratelimit-remaining', 'ratelimit-reset'],
] as const;
const tokenHeaders = [['x-ratelimit-remaining-tokens', 'x-ratelimit-reset-tokens']] as const;

/** The longest wait that a window may ask for; what it says beyond is not believed. */
const mostMs = 120_000;
/** Weight of the latest answer in the running mean of tokens. */
const latestWeight = 0.2;

/**
 * Paces requests by the vendor's own headers: nothing waits until a window is told to be used up.
 * @param elapsed milliseconds on a clock that only moves forward
 */
export function keepPace(elapsed = () => performance.now(), now = () => Date.now()): Pace {
  let requests: Window | undefined;
  let tokens: Window | undefined;
  let restUntil = 0;
  let usualTokens = 1;

  function read(headers: VendorReply['headers'], names: readonly (readonly [string, string])[]) {
    for (const [remaining, reset] of names) {
      const left = Number(headerOf(headers, remaining) ?? Number.NaN);
      const ms = resetMs(headerOf(headers, reset), now());
      if (Number.isNaN(left) || ms === undefined) continue;
      return { left, until: elapsed() + Math.min(ms, mostMs) };
    }
    return undefined;
  }

  return {
    next() {
      const present = elapsed();
      let until = restUntil;
      for (const [window, needed] of [
        [requests, 1],
        [tokens, usualTokens],
      ] as const) {
        if (!window || window.until <= present) continue;
        if (window.left < needed) until = Math.max(until, window.until);
        else window.left -= needed;
      }
      return Math.max(0, until - present);
    },
    hear(headers) {
      requests = read(headers, requestHeaders) ?? requests;
      tokens = read(headers, tokenHeaders) ?? tokens;
    },
    rest(ms) {
      restUntil = Math.max(restUntil, elapsed() + Math.min(ms, mostMs));
    },
    answered(count) {
      restUntil = 0;
      if (count !== undefined) usualTokens += (count - usualTokens) * (usualTokens === 1 ? 1 : latestWeight);
    },
  };
}

/** `6m0s`, `1.5s`, `120ms`, seconds, or a Unix time in seconds or milliseconds; undefined for anything else. */
export function resetMs(value: string | undefined, now: number): number | undefined {
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
