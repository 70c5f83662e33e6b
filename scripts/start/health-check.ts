import { setTimeout as delay } from 'node:timers/promises';

export interface HealthCheck {
  /** Any HTTP response from this URL, whatever its status, shows that the process responds. */
  url: string;
  /** Pause between requests, and the time that each may take. */
  intervalMs: number;
  timeoutMs: number;
  /** Consecutive failures after which the process counts as unresponsive. */
  maxFailures: number;
}

/** About 30 to 60 seconds without a response: longer than any request may keep a process busy. */
export const defaultHealthLimits = { intervalMs: 5_000, timeoutMs: 5_000, maxFailures: 6 };

/** Pause between requests until the first response, so that a process that hangs soon after it is noticed. */
const startIntervalMs = 250;
/** Longer than a start takes, even if it waits for migrations. */
const maxStartMs = 600_000;

/**
 * Requests the URL of a process until it is unresponsive. Failures count only after the first response or ten minutes, so
 * a slow start is not a failure.
 * @returns a sentence about the failures
 * @throws AbortError when `stopped` is aborted
 */
export async function waitUntilUnresponsive(check: HealthCheck, stopped: AbortSignal): Promise<string> {
  const { url, intervalMs, maxFailures } = check;
  let hasResponded = false;
  let failures = 0;
  const startedAt = performance.now();
  let lastResponseAt = startedAt;
  for (;;) {
    const pauseMs = hasResponded ? intervalMs : Math.min(startIntervalMs, intervalMs);
    await delay(pauseMs, undefined, { signal: stopped, ref: false });
    const failure = await probe(check);
    stopped.throwIfAborted();
    if (failure === undefined) {
      hasResponded = true;
      failures = 0;
      lastResponseAt = performance.now();
    } else if (hasResponded || performance.now() - startedAt > maxStartMs) failures += 1;
    if (failures < maxFailures) continue;
    const seconds = Math.round((performance.now() - lastResponseAt) / 1000);
    return `has not responded to ${new URL(url).pathname} for ${seconds} seconds (${failure})`;
  }
}

/** Returns why the process did not respond; undefined if it did. */
async function probe({ url, timeoutMs }: HealthCheck): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return 'no response';
    return error.cause instanceof Error ? error.cause.message : error.message;
  }
}
