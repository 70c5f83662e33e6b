/**
 * Returns the delay before the next attempt in milliseconds: exponential from `baseMs`, at most `capMs`, with jitter
 * in the upper half, so that clients that failed together do not retry together.
 * @param attempt number of attempts made so far, from 1
 */
export function backoffMs(
  attempt: number,
  { baseMs = 500, capMs = 30_000, random = Math.random } = {},
): number {
  const maxMs = Math.min(capMs, baseMs * 2 ** (attempt - 1));
  return Math.round(maxMs / 2 + (maxMs / 2) * random());
}
