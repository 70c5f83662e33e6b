import { setTimeout as delay } from 'node:timers/promises';

/**
 * Polls until the result is other than undefined, null or false.
 * @param what is part of the error message: "10 tasks are completed"
 * @throws Error after the timeout, with the last error of `ask` as its cause
 */
export async function waitFor<T>(
  what: string,
  ask: () => T | Promise<T>,
  { seconds = 20, everyMs = 25 } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + seconds * 1000;
  let failure: unknown;
  do {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== null && answer !== false) return answer;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    await delay(everyMs);
  } while (Date.now() < deadline);
  throw new Error(`Waited ${seconds} seconds in vain until ${what}.`, { cause: failure });
}

/** Runs work whose result is only valid within one UTC hour, and repeats it if the hour ended meanwhile. */
export async function runWithinHour<T>(work: () => Promise<T>): Promise<T> {
  const hour = () => Math.floor(Date.now() / 3_600_000);
  const before = hour();
  try {
    const done = await work();
    if (hour() === before) return done;
  } catch (error) {
    if (hour() === before) throw error;
  }
  return runWithinHour(work);
}
