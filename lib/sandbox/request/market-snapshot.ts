import { type Brand, getRegion, type Region } from '#lib/sandbox/data/market-data';
import { computeStrength, listRecentEvents } from '#lib/sandbox/market/brand-trend';
import type { MarketDocument } from '#lib/sandbox/market/write-document';
import { hash, mixBits } from '#lib/sandbox/text/random';

const hourMs = 3_600_000;
/**
 * Age in days of a fictional news page if the brand had no event of its kind recently. The `phaseDays` of the page are added,
 * so that such pages differ in age.
 */
const oldReportDays = 500;
/** Searches do not find a news page after this many days. */
const reportLifetimeDays = 120;

/**
 * The fictional market at the hour of a request, as seen from its country. It determines an answer together with the prompt
 * and the engine.
 */
export class MarketSnapshot {
  readonly country: string;
  readonly region: Region;
  /** Days since 1970-01-01 UTC at the start of the hour, with a fraction. */
  readonly day: number;
  /** The start of the hour. */
  readonly date: Date;
  readonly #salt: number;
  readonly #strengths = new Map<Brand, number>();
  readonly #events = new Map<Brand, ReturnType<typeof listRecentEvents>>();

  constructor(date: Date, country: string) {
    const hour = Math.floor(date.getTime() / hourMs);
    this.country = country;
    this.region = getRegion(country);
    this.day = hour / 24;
    this.date = new Date(hour * hourMs);
    this.#salt = hash(`${hour}:${country}`);
  }

  getStrength(brand: Brand): number {
    const strength = this.#strengths.get(brand) ?? computeStrength(brand, this.day);
    this.#strengths.set(brand, strength);
    return strength;
  }

  /** Returns the days since a page was last updated. */
  getAgeDays({ cycleDays, event, mentions, phaseDays }: MarketDocument): number {
    const brand = mentions[0]?.brand;
    if (event !== undefined && brand !== undefined) {
      const recent = this.#listEvents(brand).find(({ kind }) => kind === event);
      return recent ? this.day - recent.day : oldReportDays + phaseDays;
    }
    const cycles = (this.day - phaseDays) / cycleDays;
    return (cycles - Math.floor(cycles)) * cycleDays;
  }

  #listEvents(brand: Brand): ReturnType<typeof listRecentEvents> {
    const events = this.#events.get(brand) ?? listRecentEvents(brand, Math.floor(this.day));
    this.#events.set(brand, events);
    return events;
  }

  /** Returns whether a page reports an event that is too old to be found. */
  isExpired(document: MarketDocument): boolean {
    return document.event !== undefined && this.getAgeDays(document) > reportLifetimeDays;
  }

  /** Returns a number from −1 to 1 that breaks ties between pages and changes hourly. */
  getTieBreaker({ id }: MarketDocument): number {
    return mixBits(id ^ this.#salt) / 2 ** 31 - 1;
  }

  /** Returns the day a page was last updated, as `YYYY-MM-DD`; never after the request. */
  getUpdatedDate(document: MarketDocument): string {
    const day = Math.floor(this.day - this.getAgeDays(document));
    return new Date(day * 24 * hourMs).toISOString().slice(0, 10);
  }
}
