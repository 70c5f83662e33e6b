/** The only source of "now" in the product, so that tests and past-dated demo answers can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands at one instant. */
export function fixedClock(instant: Date): Clock {
  return { now: () => new Date(instant) };
}
