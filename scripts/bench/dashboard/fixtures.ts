import { addDays, listDays } from '#lib/core/time';

/** Numbers and ids that repeat for a seed, so that two fills of the bench are alike. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer from 0 to `bound` − 1. */
  below(bound: number): number;
  uuid(): string;
}

const hex = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));

/** The 32-bit mixer of splitmix. */
function mix(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Numbers that follow from a seed, unlike those of any other one. */
export function seededRandom(seed: number): Random {
  // Mixed, for neighbouring seeds one step apart would give the same numbers one place later.
  let state = mix(seed);
  const bits = () => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state);
  };
  const quad = (value: number) => hex[value] ?? '0000';
  return {
    next: () => bits() / 4_294_967_296,
    below: (bound) => Math.floor((bits() / 4_294_967_296) * bound),
    uuid: () => {
      const [a, b, c, d] = [bits(), bits(), bits(), bits()];
      const version = quad(0x4000 | (b & 0x0fff));
      const variant = quad(0x8000 | (c >>> 18));
      return `${quad(a >>> 16)}${quad(a & 0xffff)}-${quad(b >>> 16)}-${version}-${variant}-${quad(c & 0xffff)}${quad(d >>> 16)}${quad(d & 0xffff)}`;
    },
  };
}

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
export interface Fixtures {
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
export function createSmallFixtures(): Fixtures {
  return { measured: project(1, { ...measuredByDay, days: 56 }, true), largest: null, others: [] };
}

/** About 5,000,000 answers: the measured project for two years, a large one for a year, and sixty others. */
export function createLargeFixtures(): Fixtures {
  const other = { prompts: 20, engines: 3, countries: 2, samples: 5, days: 120 };
  return {
    measured: project(1, { ...measuredByDay, days: 730 }, true),
    largest: project(2, { prompts: 25, engines: 4, countries: 5, samples: 3, days: 365 }, true),
    others: Array.from({ length: 60 }, (_, index) => project(3 + index, other, false)),
  };
}

export function listProjects({ measured, largest, others }: Fixtures): BenchProject[] {
  return [measured, ...(largest ? [largest] : []), ...others];
}

export function countProjectAnswers({ prompts, engines, countries, samples, days }: BenchProject): number {
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
