import { setTimeout as delay } from 'node:timers/promises';

/**
 * Polls until the result is not undefined, null or false.
 * @param condition completes the error message: "10 tasks are completed"
 * @throws Error after the timeout, with the last error of `poll` as its cause
 */
export async function waitFor<T>(
  condition: string,
  poll: () => T | Promise<T>,
  { seconds = 60, everyMs = 25 } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + seconds * 1000;
  let failure: unknown;
  do {
    try {
      const result = await poll();
      if (result !== undefined && result !== null && result !== false) return result;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    await delay(everyMs);
  } while (Date.now() < deadline);
  throw new Error(`Timed out after ${seconds} seconds waiting until ${condition}.`, { cause: failure });
}

/** Runs work whose result is only valid within one UTC hour, and repeats it if the hour changes. */
export async function runWithinHour<T>(work: () => Promise<T>): Promise<T> {
  const hour = () => Math.floor(Date.now() / 3_600_000);
  const before = hour();
  try {
    const result = await work();
    if (hour() === before) return result;
  } catch (error) {
    if (hour() === before) throw error;
  }
  return runWithinHour(work);
}
