import { type SQL, sql } from 'drizzle-orm';
import type { Period } from '#lib/core/time';
import type { SubjectCondition } from '#lib/dashboard/counts/conditions';
import {
  type CountDefinition,
  type CountKey,
  type CountOf,
  type FiltersOf,
  getCount,
  type KeyOf,
  keyColumns,
  type NamedPeriods,
  type RollupName,
} from '#lib/dashboard/counts/rollups';
import type { SentimentAvailability } from '#lib/dashboard/sentiment/availability';

/** The rows of a rollup that a query reads. */
export interface CountSource<Of extends RollupName = RollupName> {
  of: Of;
  filters: FiltersOf<Of>;
  /** The periods by name. Each has its own rows, also if they overlap. */
  periods: NamedPeriods;
  where?: SubjectCondition;
  /** The sentences that count; by default, none do. */
  sentiment?: SentimentAvailability;
  /** The months that have monthly rollups, if they are known already. */
  summedMonths?: readonly Period[];
}

/** A reading of counts: those of a rollup, summed by some of its keys and by period. */
export interface CountQuery<Of extends RollupName = RollupName> extends CountSource<Of> {
  by: readonly KeyOf<Of>[];
  counts: readonly CountOf<Of>[];
}

/** A query of any rollup. */
export type AnyCountQuery = { [Of in RollupName]: CountQuery<Of> }[RollupName];

/** A result of a source: its rows are the sums by these keys. */
export interface CountSet {
  index: number;
  by: readonly CountKey[];
}

/** Several results that are read from one source. */
export interface CountPlan {
  source: CountSource;
  counts: readonly string[];
  sets: readonly CountSet[];
  /** All keys of the sets; a key is null in the rows of other sets. */
  keys: readonly CountKey[];
}

/** Plans to read several results from one source. */
export function planCounts(
  source: CountSource,
  results: readonly { by: readonly CountKey[]; counts: readonly string[] }[],
): CountPlan {
  const sets = new Map(results.map(({ by }) => [getSetKey(by), by]));
  return {
    source,
    counts: [...new Set(results.flatMap(({ counts }) => counts))],
    sets: [...sets.values()].map((by, index) => ({ index, by })),
    keys: [...new Set(results.flatMap(({ by }) => by))],
  };
}

/** Returns the index of the result of a plan that has some keys. */
export function findSet({ sets }: CountPlan, by: readonly CountKey[]): number {
  return sets.findIndex((set) => getSetKey(set.by) === getSetKey(by));
}

const getSetKey = (by: readonly CountKey[]) => by.toSorted().join(' ');

/** Lists the counts of a plan with their definitions. */
export function listCounts({ source, counts }: CountPlan): [name: string, definition: CountDefinition][] {
  return counts.map((name) => [name, getCount(source.of, name)]);
}

/** The SQL of the sums over several rows, named. @param getRow returns the SQL of a count in one of these rows */
export function selectSums(
  plan: CountPlan,
  getRow: (name: string, definition: CountDefinition) => string,
): SQL {
  const sums = listCounts(plan).map(([name, definition]) => {
    const { merge = (row: string) => `sum(${row})::int` } = definition;
    return sql.raw(`, ${merge(getRow(name, definition))} AS "${name}"`);
  });
  return sql.join(sums);
}

/** The SQL of the counts of a row, named. */
export function selectValues(plan: CountPlan): SQL {
  return sql.join(listCounts(plan).map(([name, { row }]) => sql.raw(`, ${row} AS "${name}"`)));
}

/** The SQL of the keys of a row, named; null for keys that it does not have. */
export function selectKeys(
  { keys }: CountPlan,
  getKey: (key: CountKey, column: string) => string | null,
): SQL {
  return sql.join(
    keys.map((key) => {
      const { column, type } = keyColumns[key];
      return sql.raw(`, ${getKey(key, column) ?? `NULL::${type}`} AS "${key}"`);
    }),
  );
}
