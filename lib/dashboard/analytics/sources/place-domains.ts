import type { PossiblePlaces } from '#lib/contract/tables/shared-columns';
import type { Interval } from '#lib/core/metric';

/**
 * Places domains by the intervals of their shares: a domain is ahead of another one if its interval lies above that of the
 * other.
 * @param shares the intervals of the most cited domains, the most cited first
 * @param total the number of all domains
 * @returns by domain
 */
export function placeDomains(
  shares: ReadonlyMap<string, Interval>,
  total: number,
): Map<string, PossiblePlaces> {
  const intervals = [...shares.values()];
  const least = intervals.at(-1);
  return new Map(
    [...shares].map(([domain, own]) => {
      const ahead = intervals.filter(({ low }) => low > own.high).length;
      const behind = intervals.filter(({ high }) => high < own.low).length;
      // Domains that are cited less than all of these are behind if the last of these is.
      const isComplete = intervals.length === total || (least !== undefined && least.high < own.low);
      return [domain, { first: ahead + 1, last: isComplete ? intervals.length - behind : null }];
    }),
  );
}
