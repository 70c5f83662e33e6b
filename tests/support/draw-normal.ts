/** Converts a value on the logit scale to a probability. */
export function toProbability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Draws a number from the standard normal distribution. */
export function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
