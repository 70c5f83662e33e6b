import { type Brand, getRegion, type Region } from '#lib/sandbox/data/market-data';
import { computeStrength, listRecentEvents } from '#lib/sandbox/market/brand-trend';
import type { MarketDocument } from '#lib/sandbox/market/write-document';
import { hash, mix } from '#lib/sandbox/text/words';

const hourMs = 3_600_000;
/** Age of a report whose event did not happen recently. */
const oldReportDays = 500;
/** Searches do not find a report of an event after this many days. */
const reportLifetimeDays = 120;

/** One hour as seen from one country: what an answer depends on besides the prompt and the engine. */
export interface TimeContext {
  country: string;
  region: Region;
  /** Days since 1970-01-01 UTC at the start of the hour, with a fraction. */
  day: number;
  date: Date;
  getStrength(brand: Brand): number;
  /** Returns the days since a page was last updated. */
  getAgeDays(document: MarketDocument): number;
  /** Returns whether a page reports an event that is too old to be found. */
  isExpired(document: MarketDocument): boolean;
  /** Returns a number from −1 to 1 that breaks ties between pages and changes hourly. */
  getTieBreaker(document: MarketDocument): number;
}

/** Creates the context of a date; dates within one hour give the same one. */
export function createTimeContext(date: Date, country: string): TimeContext {
  const hour = Math.floor(date.getTime() / hourMs);
  const day = hour / 24;
  const salt = hash(`${hour}:${country}`);
  const strengths = new Map<Brand, number>();
  return {
    country,
    region: getRegion(country),
    day,
    date: new Date(hour * hourMs),
    getStrength(brand) {
      const strength = strengths.get(brand) ?? computeStrength(brand, day);
      strengths.set(brand, strength);
      return strength;
    },
    getAgeDays: (document) => getAgeDays(document, day),
    isExpired: (document) => document.event !== undefined && getAgeDays(document, day) > reportLifetimeDays,
    getTieBreaker: (document) => mix(document.id ^ salt) / 2 ** 31 - 1,
  };
}

function getAgeDays(document: MarketDocument, day: number): number {
  const brand = document.mentions[0]?.brand;
  if (document.event !== undefined && brand !== undefined) {
    const event = listRecentEvents(brand, Math.floor(day)).find(({ kind }) => kind === document.event);
    return event === undefined ? oldReportDays + document.phaseDays : day - event.day;
  }
  const cycles = (day - document.phaseDays) / document.cycleDays;
  return (cycles - Math.floor(cycles)) * document.cycleDays;
}

/** Returns the day a page was last updated, as `YYYY-MM-DD`; never after the request. */
export function getPublishedDate(document: MarketDocument, time: TimeContext): string {
  const day = Math.floor(time.day - time.getAgeDays(document));
  return new Date(day * 24 * hourMs).toISOString().slice(0, 10);
}
