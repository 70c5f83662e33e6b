import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { EngineResult } from '#lib/contract/results/by-engine';
import type { Clock } from '#lib/core/clock';

/** Header values by lower-case name. */
export type ResponseHeaders = Record<string, string | string[] | undefined>;

export interface ProviderContext {
  /** Aborted when the client disconnects, the lease is lost or the deadline passes. */
  signal: AbortSignal;
  clock: Clock;
  /** Called with the headers of every HTTP response, as soon as they arrive. */
  onHeaders?: ((headers: ResponseHeaders) => void) | undefined;
}

/** A provider's answer, with every optional field of the result that it can fill. */
export interface ProviderAnswer<E extends Engine> {
  /** A refusal for safety reasons and an empty result are answers too: their `text` is `''`. */
  result: Omit<EngineResult<E>, 'html'>;
  /** HTML of the engine's own pages, in order. */
  html?: string[];
  /** The provider's events or response bodies as received, in order. */
  raw?: unknown[];
  /** The cost that the provider reports for this answer. */
  cost?: ProviderCost;
  /** Input and output tokens together. */
  tokens?: number;
  /** One sentence: which part of the request was ignored, or why the engine refused to answer. */
  note?: string;
}

export interface ProviderCost {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** Gets the answers of one engine from one provider. */
export interface Provider<E extends Engine> {
  /** A `ProviderName`, `sandbox` or `unavailable`. */
  readonly name: string;
  readonly engine: E;
  /** Timeout of one attempt. */
  readonly timeoutMs: number;
  /** Makes one attempt. @throws ProviderError */
  query(request: MonitorRequest, context: ProviderContext): Promise<ProviderAnswer<E>>;
}

export type ProviderErrorKind =
  /** Network error, timeout, 408, 429 or 5xx: worth a retry. */
  | 'transient'
  /** Invalid credentials or a rejected request: not retried. */
  | 'permanent'
  /** The provider account has no quota or money left: not retried. */
  | 'quota'
  /** This instance has no provider for the engine: not retried. */
  | 'unavailable';

/** A failed attempt. The message is for the log, never for a client. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  /** The wait that the provider asked for. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}
