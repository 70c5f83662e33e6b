import type { z } from 'zod';
import { getStateName } from '#lib/contract/countries';
import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest, TargetingField } from '#lib/contract/requests';
import type { EngineResult } from '#lib/contract/results/by-engine';
import { formatLanguage } from '#lib/core/language-names';
import type { Clock } from '#lib/core/time';

/** Header values by lower-case name. */
export type ResponseHeaders = Record<string, string | string[] | undefined>;

export interface ProviderContext {
  /** Aborted when the client disconnects, the lease is lost or the deadline passes. */
  signal: AbortSignal;
  clock: Clock;
  /** Called with the headers of every HTTP response, as soon as they arrive. */
  onHeaders?: ((headers: ResponseHeaders) => void) | undefined;
  /** Called with the text of every successful response of the provider's API, before it is parsed. */
  onBody?: ((text: string) => void) | undefined;
}

/** A provider's answer, with every optional field of the result that it can provide. */
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
  /** Sentences that state why the text or a stored page is missing or incomplete, and which part of the request was ignored. */
  note?: string;
}

export interface ProviderCost {
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** A provider of the answers of one engine. */
export interface Provider<E extends Engine> {
  /** A `ProviderName`, `sandbox` or `unavailable`. */
  readonly name: string;
  readonly engine: E;
  /** Timeout of one attempt. */
  readonly timeoutMs: number;
  /**
   * The targeting fields that it can send. A request with another one is rejected before it is charged, so that nobody
   * pays for an answer from somewhere else.
   */
  readonly targeting: readonly TargetingField[];
  /** Lists the fields of `targeting` whose value in a request it cannot send. Without it, it can send every valid value. */
  listUnsupportedValues?(request: MonitorRequest): TargetingField[];
  /** Makes one attempt. @throws ProviderError */
  query(request: MonitorRequest, context: ProviderContext): Promise<ProviderAnswer<E>>;
}

/** A provider outside this instance. */
export interface ExternalProvider<E extends Engine> extends Provider<E> {
  /**
   * Everything that is read of a response: of its body, or of each event if it is a stream. The daily check compares
   * responses with it.
   */
  readonly responseSchema: z.ZodType;
}

export type ProviderErrorKind =
  /** Network error, timeout, 408, 429 or 5xx: worth a retry. */
  | 'transient'
  /** Invalid credentials or a rejected request: not retried. */
  | 'permanent'
  /** The account at the provider has no quota or credit left: not retried. */
  | 'quota'
  /** The provider retired or moved the endpoint, or retired the model: not retried. Always a `RetirementError`. */
  | 'retired'
  /** This instance has no provider for the engine: not retried. */
  | 'unavailable';

/**
 * A failed attempt. Its message is logged, and shown to members who check a provider key or set up a language model. The
 * API returns it to no client.
 */
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

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** Formats a country for an instruction in words: `Germany (DE)`. */
export function formatCountry(country: string): string {
  return `${countryNames.of(country) ?? country} (${country})`;
}

/** Describes the language of a request for the instructions of a language model. */
export function describeLanguage(language: string): string {
  return `The user’s language is ${formatLanguage(language)} (${language}). Answer in this language, and look for results in it.`;
}

/** Formats the location of a request in words: `Texas, United States (US)`. */
export function formatLocation(request: MonitorRequest): string {
  const { country, region } = getUserLocation(request);
  return region ? `${region}, ${formatCountry(country)}` : formatCountry(country);
}

/** Returns the country of a request, and its state by name, in the form that the search tools of model APIs accept. */
export function getUserLocation({ country, state }: MonitorRequest): { country: string; region?: string } {
  const region = state && getStateName(state);
  return { country, ...(region && { region }) };
}

/** Classifies an HTTP status: 408, 429 and 5xx are worth a retry, 402 means that the account has no credit left. */
export function classifyStatus(status: number): ProviderErrorKind {
  if (status === 402) return 'quota';
  return status === 408 || status === 429 || status >= 500 ? 'transient' : 'permanent';
}

/** Reads `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function parseRetryAfterMs(headers: ResponseHeaders, now: Date): number | undefined {
  const milliseconds = Number(getHeader(headers, 'retry-after-ms'));
  if (milliseconds > 0) return milliseconds;
  const value = getHeader(headers, 'retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

/** API keys that some providers repeat in their error messages. */
const apiKeyPattern = /\b(?:sk-|pplx-|AIza|xai-)[\w*-]{4,}|(?<=key provided: )[^\s.]+/g;

/** Joins the parts of a provider's error message into one short line without API keys. */
export function formatProviderMessage(...parts: unknown[]): string {
  const message = parts.filter((part) => part !== undefined && part !== null && part !== '').join(', ');
  return message.replace(/\s+/g, ' ').replace(apiKeyPattern, '[key]').slice(0, 300) || 'no reason given';
}

/** Returns a header by its lower-case name; the first value if it is repeated. */
export function getHeader(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
