import type { FailureKind } from '#lib/providers/provider';
import { headerOf, type VendorReply } from '#lib/providers/vendor-http';

/**
 * How an HTTP status is taken (decisions, "Limits, credits"): 408, 429 and 5xx may pass, others will not; 402
 * asks for money.
 */
export function kindOfStatus(status: number): FailureKind {
  if (status === 402) return 'quota';
  return status === 408 || status === 429 || status >= 500 ? 'transient' : 'permanent';
}

/** The wait that the headers ask for, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a date. */
export function retryAfterOf(headers: VendorReply['headers'], now: Date): number | undefined {
  const milliseconds = Number(headerOf(headers, 'retry-after-ms'));
  if (milliseconds > 0) return milliseconds;
  const value = headerOf(headers, 'retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

/** Shapes of the vendors' keys, which some repeat in their errors. */
const keyLike = /\b(?:sk-|pplx-|AIza|xai-)[\w*-]{4,}|(?<=key provided: )[^\s.]+/g;

/** What a vendor said of its failure, fit for the log: short, in one line, without a key. */
export function vendorWords(...said: unknown[]): string {
  const words = said.filter((item) => item !== undefined && item !== null && item !== '').join(', ');
  return words.replace(/\s+/g, ' ').replace(keyLike, '[key]').slice(0, 300) || 'no reason given';
}
