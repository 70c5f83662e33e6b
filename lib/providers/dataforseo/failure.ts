import { type FailureKind, ProviderFailure } from '#lib/providers/provider';
import { kindOfStatus, retryAfterOf, vendorWords } from '#lib/providers/vendor-failure';
import type { VendorReply } from '#lib/providers/vendor-http';

/** What the vendor says of a request or a task; it nearly always does so inside a 200. */
export interface Said {
  status_code?: number | null;
  status_message?: string | null;
}

/** The search engine failed, a minute's requests are spent, too many at once, still at work. */
const passing = new Set([40101, 40103, 40201, 40202, 40209, 40601, 40602]);
/** No money, a day's limit of cost, no subscription, not enough funds. */
const spent = new Set([40200, 40203, 40204, 40210]);
/** Nothing is behind the endpoint. */
const notImplemented = 50100;

/** How one of the vendor's own codes is taken (docs.dataforseo.com/v3/appendix/errors). */
function kindOfCode(code: number): FailureKind {
  if (spent.has(code)) return 'quota';
  if (code === notImplemented) return 'permanent';
  return passing.has(code) || code >= 50_000 ? 'transient' : 'permanent';
}

/** The failure that the vendor's code stands for, or the HTTP status where it tells none. */
export function failureOfCode(said: Said, reply: VendorReply, now: Date): ProviderFailure {
  const code = said.status_code ?? undefined;
  const kind = code === undefined || code < 40_000 ? kindOfStatus(reply.status) : kindOfCode(code);
  return new ProviderFailure(
    kind,
    `DataForSEO answered ${reply.status}: ${vendorWords(code, said.status_message)}`,
    { retryAfterMs: retryAfterOf(reply.headers, now) },
  );
}
