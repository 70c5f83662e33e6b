import type { Brand } from '#lib/sandbox/data/market-data';
import { type EventKind, eventKinds } from '#lib/sandbox/data/templates';
import { getFraction } from '#lib/sandbox/text/random';

const seasonDays = 61;
const halfLifeDays = 18;
const riseDays = 6;
const maxSeasons = 4;

const effects: Record<EventKind, number> = {
  launch: 0.2,
  award: 0.13,
  'price-cut': 0.15,
  recall: -0.24,
  shortage: -0.13,
};

/**
 * Lists the events of a brand up to a day, newest first: at most one in each of the last four seasons (periods of 61 days),
 * including the current one. Days count from 1970-01-01 UTC; the change of strength is proportional to `effect`.
 */
export function listRecentEvents(brand: Brand, day: number) {
  const currentSeason = Math.floor(day / seasonDays);
  return Array.from({ length: maxSeasons }, (_, index) => currentSeason - index).flatMap((season) => {
    const key = `${brand.name}:${season}`;
    // 6.5 exceeds the number of kinds (5), so that about a quarter of the seasons have no event.
    const kind = eventKinds[Math.floor(getFraction(`${key}:kind`) * 6.5)];
    const eventDay = Math.floor((season + getFraction(`${key}:day`)) * seasonDays);
    if (kind === undefined || eventDay > day) return [];
    return { kind, day: eventDay, effect: effects[kind] * (0.7 + 0.6 * getFraction(`${key}:size`)) };
  });
}

/**
 * Returns the strength of a brand on a day (may be fractional), about 0.1 to 1.1: the sum of its average, its cycle or
 * two slow waves, and the effects of recent events. It depends only on the calendar, so any date can be computed.
 */
export function computeStrength(brand: Brand, day: number): number {
  const { popularity, cycle } = brand;
  let strength =
    popularity +
    (cycle
      ? cycle.swing * getCyclePosition(day, cycle)
      : 0.07 * getWave(brand, day, 'year', 210, 420) + 0.045 * getWave(brand, day, 'month', 50, 95));
  for (const event of listRecentEvents(brand, Math.floor(day))) {
    const age = day - event.day;
    strength +=
      (cycle ? 0.25 : 1) * event.effect * (1 - Math.exp(-age / riseDays)) * 0.5 ** (age / halfLifeDays);
  }
  return Math.max(0.1, strength);
}

/** Returns the value, from −1 to 1, of a sine wave that repeats after `minDays` to `maxDays`, depending on the brand. */
function getWave(brand: Brand, day: number, name: string, minDays: number, maxDays: number): number {
  const period = minDays + (maxDays - minDays) * getFraction(`${brand.name}:${name}:period`);
  return Math.sin(2 * Math.PI * (day / period + getFraction(`${brand.name}:${name}:phase`)));
}

/** Returns the value, from −1 to 1, of a wave that rises for 85% of the cycle and falls for 15%. */
function getCyclePosition(day: number, { days, lowestOn }: NonNullable<Brand['cycle']>): number {
  const cycles = (day - Date.parse(lowestOn) / 86_400_000) / days;
  const progress = cycles - Math.floor(cycles);
  return progress < 0.85 ? -1 + (2 * progress) / 0.85 : 1 - (2 * (progress - 0.85)) / 0.15;
}
