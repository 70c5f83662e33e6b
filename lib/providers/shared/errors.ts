import { getHeader } from '#lib/providers/shared/http';
import type { ProviderErrorKind, ResponseHeaders } from '#lib/providers/shared/provider';

/** Classifies an HTTP status: 408, 429 and 5xx are worth a retry, 402 means the account needs money. */
export function errorKindForStatus(status: number): ProviderErrorKind {
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
