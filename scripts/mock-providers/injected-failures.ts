import { sha256 } from '#lib/core/crypto';
import type { VendorBehaviour } from '#scripts/mock-providers/behaviour';
import type { VendorCall } from '#scripts/mock-providers/play';

/** The failures every vendor can have, whatever its format. */
export function sharedFailures(hangMs?: number): VendorBehaviour[] {
  return [
    { kind: 'fail', status: 500, body: { error: { code: 500, message: 'The stand-in was told to fail.' } } },
    { kind: 'fail', status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>Unavailable</h1>' },
    {
      kind: 'fail',
      status: 429,
      headers: { 'retry-after': '1' },
      body: { error: { code: 429, message: 'The stand-in was told to refuse.' } },
    },
    { kind: 'fail', status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Please log in</h1>' },
    { kind: 'hang', ...(hangMs !== undefined && { ms: hangMs }) },
    { kind: 'drip', bytes: 200, everyMs: 10, until: 1000 },
    { kind: 'truncate', bytes: 120 },
    { kind: 'malformed' },
  ];
}

/**
 * Whether a call is one of the failing share, and how it fails: always the same for one question and attempt, so
 * that a run can be repeated, and another with each attempt.
 * @param share from 0 to 1
 */
export function injectedFailure(
  call: VendorCall,
  share: number,
  failures: VendorBehaviour[],
): VendorBehaviour | undefined {
  const { vendor, prompt, country, part = '', attempt } = call;
  const hash = sha256(JSON.stringify([vendor, prompt, country, part, attempt]));
  if (hash.readUInt32BE(0) / 2 ** 32 >= share) return undefined;
  return failures[hash.readUInt32BE(4) % failures.length];
}
