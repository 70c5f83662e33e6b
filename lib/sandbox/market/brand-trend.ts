import type { Brand } from '#lib/sandbox/data/market-data';
import { type EventKind, eventKinds } from '#lib/sandbox/data/page-texts';
import { fraction } from '#lib/sandbox/text/words';

/** Something that happened to a brand; `day` counts from 1970-01-01 UTC. */
export interface BrandEvent {
  kind: EventKind;
  day: number;
  /** Change of strength at its peak. */
  effect: number;
}

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

/** Returns the event of a brand in one season, at most one and always the same. */
function getSeasonEvent(brand: Brand, season: number): BrandEvent | undefined {
  const key = `${brand.name}:${season}`;
  const chance = fraction(`${key}:kind`);
  const kind = eventKinds[Math.floor(chance * 6.5)];
  if (kind === undefined) return undefined;
  const day = Math.floor((season + fraction(`${key}:day`)) * seasonDays);
  return { kind, day, effect: effects[kind] * (0.7 + 0.6 * fraction(`${key}:size`)) };
}

/** Returns the events of the last seasons before a day, newest first. */
export function recentEvents(brand: Brand, day: number): BrandEvent[] {
  const season = Math.floor(day / seasonDays);
  const events: BrandEvent[] = [];
  for (let back = 0; back < maxSeasons; back += 1) {
    const event = getSeasonEvent(brand, season - back);
    if (event !== undefined && event.day <= day) events.push(event);
  }
  return events;
}

function wave(brand: Brand, day: number, name: string, shortest: number, longest: number): number {
  const period = shortest + (longest - shortest) * fraction(`${brand.name}:${name}:period`);
  return Math.sin(2 * Math.PI * (day / period + fraction(`${brand.name}:${name}:phase`)));
}

/** Returns −1 to 1: rises for 85 % of the cycle and falls for 15 %. */
function getCyclePosition(day: number, cycle: { days: number; lowestOn: string }): number {
  const lowest = Date.parse(cycle.lowestOn) / 86_400_000;
  const turns = (day - lowest) / cycle.days;
  const part = turns - Math.floor(turns);
  return part < 0.85 ? -1 + (2 * part) / 0.85 : 1 - (2 * (part - 0.85)) / 0.15;
}

/**
 * Returns the strength of a brand on a day (which may have a fraction), about 0.1 to 1.1: its average, two slow waves
 * and recent events. It depends only on the calendar, so any date can be computed.
 */
export function strength(brand: Brand, day: number): number {
  let total = brand.base;
  if (brand.cycle === undefined) {
    total += 0.07 * wave(brand, day, 'year', 210, 420) + 0.045 * wave(brand, day, 'month', 50, 95);
  } else {
    total += brand.cycle.swing * getCyclePosition(day, brand.cycle);
  }
  const share = brand.cycle === undefined ? 1 : 0.25;
  for (const event of recentEvents(brand, Math.floor(day))) {
    const age = day - event.day;
    total += share * event.effect * (1 - Math.exp(-age / riseDays)) * 0.5 ** (age / halfLifeDays);
  }
  return Math.max(0.1, total);
}
