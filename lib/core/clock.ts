/** The product's only source of the current time, so that tests and the demo can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Creates a clock that always returns the same time. */
export function fixedClock(time: Date): Clock {
  return { now: () => new Date(time) };
}
