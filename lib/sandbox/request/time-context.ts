import type { Brand, Region } from '#lib/sandbox/data/market-data';
import { recentEvents, strength } from '#lib/sandbox/market/brand-trend';
import type { MarketDocument } from '#lib/sandbox/market/documents';
import { getRegion } from '#lib/sandbox/market/prices';
import { hash, mix } from '#lib/sandbox/text/words';

const hourMs = 3_600_000;
const longAgoDays = 500;
/** A report of an event is not found after so many days. */
const reportDays = 120;

/** One hour seen from one country: what an answer depends on besides the prompt and the engine. */
export interface TimeContext {
  country: string;
  region: Region;
  /** Days since 1970-01-01 UTC at the start of the hour, with a fraction. */
  day: number;
  date: Date;
  strength(brand: Brand): number;
  /** Returns the days since a page was last updated. */
  age(document: MarketDocument): number;
  /** Returns whether a page reports an event that is too old to be found. */
  isOver(document: MarketDocument): boolean;
  /** Returns a number from −1 to 1 that breaks ties between pages and changes hourly. */
  tie(document: MarketDocument): number;
}

/** Creates the context of a date; dates within one hour give the same one. */
export function createTimeContext(instant: Date, country: string): TimeContext {
  const hour = Math.floor(instant.getTime() / hourMs);
  const day = hour / 24;
  const salt = hash(`${hour}:${country}`);
  const strengths = new Map<Brand, number>();
  return {
    country,
    region: getRegion(country),
    day,
    date: new Date(hour * hourMs),
    strength(brand) {
      const known = strengths.get(brand) ?? strength(brand, day);
      strengths.set(brand, known);
      return known;
    },
    age: (document) => getAgeDays(document, day),
    isOver: (document) => document.event !== undefined && getAgeDays(document, day) > reportDays,
    tie: (document) => mix(document.id ^ salt) / 2 ** 31 - 1,
  };
}

function getAgeDays(document: MarketDocument, day: number): number {
  const brand = document.mentions[0]?.brand;
  if (document.event !== undefined && brand !== undefined) {
    const event = recentEvents(brand, Math.floor(day)).find(({ kind }) => kind === document.event);
    return event === undefined ? longAgoDays + document.phaseDays : day - event.day;
  }
  const turns = (day - document.phaseDays) / document.cycleDays;
  return (turns - Math.floor(turns)) * document.cycleDays;
}

/** Returns the day a page was last updated, as `YYYY-MM-DD`; never after the request. */
export function getPublishedDate(document: MarketDocument, time: TimeContext): string {
  return new Date(Math.floor(time.day - time.age(document)) * 24 * hourMs).toISOString().slice(0, 10);
}
