import { addDays, listDays } from '#lib/dashboard/analytics/days';
import { seededRandom } from '#scripts/bench/dashboard/random';

/** A project of the bench: what it asks each day, and for how long it has. */
export interface BenchProject {
  organizationId: string;
  projectId: string;
  /** Ids; the first brand is the own one. */
  prompts: string[];
  brands: string[];
  engines: string[];
  countries: string[];
  /** Answers a prompt × engine × country has each day. */
  samples: number;
  /** Oldest first, up to `lastDay`. */
  days: string[];
  /** The run of each day. */
  runs: string[];
  /** Whether its runs' cells are filled, too; the others' are in no measured statement's way. */
  withCells: boolean;
}

/** What one of the two databases holds. */
export interface World {
  /** The same in both by the day; what is measured is its pages. */
  measured: BenchProject;
  /** The project with most answers; null where the measured one is alone. */
  largest: BenchProject | null;
  others: BenchProject[];
}

export const lastDay = '2026-06-30';

interface Shape {
  prompts: number;
  engines: number;
  countries: number;
  samples: number;
  days: number;
}

const engines = ['chat', 'gen', 'answer', 'office', 'searchai', 'overview'];
const countries = ['US', 'DE', 'JP', 'GB', 'FR'];
const brands = 5;
const measuredByDay = { prompts: 15, engines: 4, countries: 3, samples: 1 };

/** 10,080 answers: the measured project alone, for eight weeks. */
export function smallWorld(): World {
  return { measured: project(1, { ...measuredByDay, days: 56 }, true), largest: null, others: [] };
}

/** About 5,000,000 answers: the measured project for two years, a large one for a year, and sixty others. */
export function largeWorld(): World {
  const other = { prompts: 20, engines: 3, countries: 2, samples: 5, days: 120 };
  return {
    measured: project(1, { ...measuredByDay, days: 730 }, true),
    largest: project(2, { prompts: 25, engines: 4, countries: 5, samples: 3, days: 365 }, true),
    others: Array.from({ length: 60 }, (_, index) => project(3 + index, other, false)),
  };
}

export function projectsOf({ measured, largest, others }: World): BenchProject[] {
  return [measured, ...(largest ? [largest] : []), ...others];
}

export function answersOf({ prompts, engines, countries, samples, days }: BenchProject): number {
  return prompts.length * engines.length * countries.length * samples * days.length;
}

function project(seed: number, shape: Shape, withCells: boolean): BenchProject {
  const random = seededRandom(seed);
  const ids = (count: number) => Array.from({ length: count }, () => random.uuid());
  return {
    organizationId: random.uuid(),
    projectId: random.uuid(),
    prompts: ids(shape.prompts),
    brands: ids(brands),
    engines: engines.slice(0, shape.engines),
    countries: countries.slice(0, shape.countries),
    samples: shape.samples,
    days: listDays(addDays(lastDay, 1 - shape.days), lastDay),
    runs: ids(shape.days),
    withCells,
  };
}
