import { fixedClock } from '#lib/core/time';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { Context, PooledDatabase } from '#lib/db/client';
import { type BenchProject, lastDay } from '#scripts/bench/dashboard/fixtures';
import type { Query } from '#scripts/bench/dashboard/queries';

/** Milliseconds. */
export interface Times {
  p50: number;
  p95: number;
}

/** One place a question is asked of: a project in a database. */
export interface Place {
  db: PooledDatabase;
  project: BenchProject;
}

const warmUps = 3;
const rounds = 200;
/** A question is asked as often as fits in here, at least so many times. */
const maxSeconds = 4;
const minRounds = 10;

/**
 * Asks the questions of pages of every place in turns, there and back, so that whatever else the machine does slows all
 * alike and none always follows the one that takes longest.
 */
export async function measureQueries(
  pages: Record<string, Record<string, Query>>,
  places: readonly Place[],
): Promise<{ question: string; times: Times[] }[]> {
  const measured: { question: string; times: Times[] }[] = [];
  for (const [page, questions] of Object.entries(pages)) {
    for (const [name, question] of Object.entries(questions)) {
      process.stderr.write(`${page}: ${name}\n`);
      measured.push({ question: `${page}: ${name}`, times: await measureOne(question, places) });
    }
  }
  return measured;
}

async function measureOne(question: Query, places: readonly Place[]): Promise<Times[]> {
  const taken: number[][] = places.map(() => []);
  const end = performance.now() + maxSeconds * 1000;
  for (let round = -warmUps; round < rounds; round += 1) {
    if (round >= minRounds && performance.now() > end) break;
    const turns = [...places.entries()];
    for (const [index, place] of round % 2 === 0 ? turns : turns.reverse()) {
      const context = contextOf(place);
      const filters = parseFilters(place.project.projectId, {}, context.clock);
      const startedAt = performance.now();
      await question(context, filters, place.project);
      if (round >= 0) taken[index]?.push(performance.now() - startedAt);
    }
  }
  return taken.map(timesOf);
}

function timesOf(taken: number[]): Times {
  const sorted = taken.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { p50: quantile(0.5), p95: quantile(0.95) };
}

function contextOf({ db, project }: Place): Context {
  return {
    db: db,
    clock: fixedClock(new Date(`${lastDay}T12:00:00Z`)),
    organizationId: project.organizationId,
    actor: { kind: 'operator' },
  };
}
