import { createFixedClock } from '#lib/core/time';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context } from '#lib/db/context';
import type { PooledDatabase } from '#lib/db/database';
import { type BenchProject, lastDay } from '#scripts/bench/dashboard/fixtures';
import type { Query } from '#scripts/bench/dashboard/queries';

/** Milliseconds. */
export interface Times {
  p50: number;
  p95: number;
}

/** The project and the database a query is measured on. */
export interface QueryTarget {
  db: PooledDatabase;
  project: BenchProject;
}

const warmUps = 3;
const rounds = 1000;
/** Each query is repeated for at most this long, but at least `minRounds` times. */
const maxSeconds = 4;
const minRounds = 40;

/**
 * Measures the queries of all pages on every target. The targets of a group take turns in alternating order, so that
 * other load on the machine affects all of them alike; the groups follow each other, so that a slow target does not
 * leave its garbage collection to the others.
 */
export async function measureQueries(
  pages: Record<string, Record<string, Query>>,
  groups: readonly (readonly QueryTarget[])[],
): Promise<{ query: string; times: Times[] }[]> {
  const measured: { query: string; times: Times[] }[] = [];
  for (const [page, queries] of Object.entries(pages)) {
    for (const [name, query] of Object.entries(queries)) {
      process.stderr.write(`${page}: ${name}\n`);
      const times: Times[] = [];
      for (const targets of groups) times.push(...(await measureQuery(query, targets)));
      measured.push({ query: `${page}: ${name}`, times });
    }
  }
  return measured;
}

async function measureQuery(query: Query, targets: readonly QueryTarget[]): Promise<Times[]> {
  const durations: number[][] = targets.map(() => []);
  const end = performance.now() + maxSeconds * 1000;
  for (let round = -warmUps; round < rounds; round += 1) {
    if (round >= minRounds && performance.now() > end) break;
    const turns = [...targets.entries()];
    for (const [index, target] of round % 2 === 0 ? turns : turns.reverse()) {
      const context = createContext(target);
      const filters = parseFilters({ id: target.project.projectId, timeZone: 'UTC' }, {}, context.clock);
      const startedAt = performance.now();
      await query(context, filters, target.project);
      if (round >= 0) durations[index]?.push(performance.now() - startedAt);
    }
  }
  return durations.map(toTimes);
}

function toTimes(durations: number[]): Times {
  const sorted = durations.toSorted((a, b) => a - b);
  const getQuantile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { p50: getQuantile(0.5), p95: getQuantile(0.95) };
}

function createContext({ db, project }: QueryTarget): Context {
  return {
    db,
    clock: createFixedClock(new Date(`${lastDay}T12:00:00Z`)),
    organizationId: project.organizationId,
    actor: { kind: 'operator' },
  };
}
