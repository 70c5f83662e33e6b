import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks again and again until there is an answer other than undefined, null or false.
 * @param what stands in the error, as in "until 10 tasks are completed"
 * @throws Error when the deadline passes, with the last failure of `ask` if it threw
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

/**
 * Does work that means something only within one hour (UTC): hours have a limit of their own, the sandbox answers
 * otherwise with each, and days and months end with one. Whatever came of it is done anew where the hour ended
 * meanwhile.
 */
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
