import { sha256 } from '#lib/core/crypto';
import type { MockBehavior, MockCall } from '#scripts/mock-providers/mock-provider';

/**
 * Lists the failures that do not depend on the format of a provider.
 * @param hangMs time after which a hanging connection is closed; by default, it stays open
 */
export function listCommonFailures(hangMs?: number): MockBehavior[] {
  return [
    { kind: 'response', status: 500, body: { error: { code: 500, message: 'Injected failure.' } } },
    { kind: 'response', status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>Unavailable</h1>' },
    {
      kind: 'response',
      status: 429,
      headers: { 'retry-after': '1' },
      body: { error: { code: 429, message: 'Injected rate limit.' } },
    },
    {
      kind: 'response',
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Please log in</h1>',
    },
    { kind: 'hang', ...(hangMs !== undefined && { ms: hangMs }) },
    { kind: 'drip', bytes: 200, everyMs: 10, maxBytes: 1000 },
    { kind: 'truncate', bytes: 120 },
    { kind: 'malformed' },
  ];
}

/**
 * Returns the failure to inject into a call; undefined if the call does not fail. The same attempt at a prompt always
 * gets the same result, so that a test can be repeated.
 * @param failureRate from 0 to 1
 */
export function selectInjectedFailure(
  call: MockCall,
  failureRate: number,
  failures: MockBehavior[],
): MockBehavior | undefined {
  const { provider, prompt, country, part = '', attempt } = call;
  const hash = sha256(JSON.stringify([provider, prompt, country, part, attempt]));
  if (hash.readUInt32BE(0) / 2 ** 32 >= failureRate) return undefined;
  return failures[hash.readUInt32BE(4) % failures.length];
}
