/**
 * The wait before the next attempt, in milliseconds: exponential from `baseMs`, capped at `capMs`, with full
 * jitter in its upper half, so that clients that failed together do not return together.
 * @param attempt the number of attempts already made, from 1
 */
export function backoffMs(
  attempt: number,
  { baseMs = 500, capMs = 30_000, random = Math.random } = {},
): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** (attempt - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
