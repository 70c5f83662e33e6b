import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { ResultOf } from '#lib/contract/results/by-engine';
import type { Clock } from '#lib/core/clock';

/** What a provider is handed beside the request. */
export interface ProviderContext {
  /** Aborted when the client is gone, the lease is lost or the deadline has passed. */
  signal: AbortSignal;
  clock: Clock;
}

/**
 * What a provider gives: the whole result, every optional field it can fill (the service takes out what the
 * request did not include). `html`, where the engine has a page, is the page itself, one string a page; the
 * service stores it and puts its address into the result. A refusal by the engine's own safety and an empty
 * result are answers too: `text` is `''`.
 */
export interface ProviderAnswer<E extends Engine> {
  result: Omit<ResultOf<E>, 'html'>;
  html?: string[];
  /** The vendor's events or body, as received, in order. */
  raw?: unknown[];
  /** What the vendor says this answer cost, in its own money; left out where its body does not say. */
  cost?: VendorMoney;
  /** Tokens the vendor counted, in and out together. */
  tokens?: number;
  /** In a sentence: what of the request could not be honoured, or why the engine refused to answer. */
  note?: string;
}

/** An amount of money in the vendor's currency. */
export interface VendorMoney {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** Obtains one engine's answers from one vendor (providers.md). */
export interface Provider<E extends Engine> {
  /** The vendor's name as settings and logs spell it: a `VendorName`, `sandbox` or `unavailable`. */
  readonly name: string;
  readonly engine: E;
  /** Milliseconds one attempt may take. */
  readonly timeoutMs: number;
  /** Whether it can answer for the past (`asOf`); the sandbox alone can. */
  readonly answersPast: boolean;
  /** One attempt. @throws ProviderFailure when there is no answer */
  ask(request: MonitorRequest, context: ProviderContext): Promise<ProviderAnswer<E>>;
}

/** How a failed attempt is to be taken. */
export type FailureKind =
  /** May pass by itself: network, timeout, 408, 429, 5xx. Tried again. */
  | 'transient'
  /** Will not pass: a bad key, a refused request. Not tried again. */
  | 'permanent'
  /** The vendor's account is out of quota or money. Not tried again until it is filled. */
  | 'quota'
  /** The engine is not to be had here at all (no key for it and no sandbox). Not tried again. */
  | 'unavailable';

/** One failed attempt at an answer. The message goes to the log, never to a client. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: FailureKind;
  /** The wait the vendor itself asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureKind, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}
