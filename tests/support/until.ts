import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks again and again until there is an answer other than undefined, null or false.
 * @param what stands in the error, as in "until 10 tasks are completed"
 * @throws Error when the deadline passes, with the last failure of `ask` if it threw
 */
export async function until<T>(
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
