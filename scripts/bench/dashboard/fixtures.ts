import { addDays, listDays } from '#lib/core/time';

/** Random numbers and IDs that are the same for the same seed. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer from 0 to `bound` − 1. */
  nextInteger(bound: number): number;
  uuid(): string;
}

const hex = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));

/** Mixes 32 bits, as in splitmix32. */
function mixBits(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Creates a generator for a seed. */
export function createSeededRandom(seed: number): Random {
  let state = mixBits(seed);
  const nextBits = () => {
    state = (state + 0x9e3779b9) | 0;
    return mixBits(state);
  };
  const toHex = (value: number) => hex[value] ?? '0000';
  return {
    next: () => nextBits() / 4_294_967_296,
    nextInteger: (bound) => Math.floor((nextBits() / 4_294_967_296) * bound),
    uuid: () => {
      const [first, second, third, fourth] = [nextBits(), nextBits(), nextBits(), nextBits()];
      const version = toHex(0x4000 | (second & 0x0fff));
      const variant = toHex(0x8000 | (third >>> 18));
      const node = `${toHex(third & 0xffff)}${toHex(fourth >>> 16)}${toHex(fourth & 0xffff)}`;
      return `${toHex(first >>> 16)}${toHex(first & 0xffff)}-${toHex(second >>> 16)}-${version}-${variant}-${node}`;
    },
  };
}

/** A project of the benchmark: what it requests each day, and on which days. */
export interface BenchProject {
  organizationId: string;
  projectId: string;
  /** IDs. */
  prompts: string[];
  /** IDs; the first is the project's own brand. */
  brands: string[];
  engines: string[];
  countries: string[];
  /** Answers per day, prompt, engine and country. */
  samples: number;
  /** Oldest first, up to `lastDay`. */
  days: string[];
  /** The run of each day. */
  runs: string[];
  /** True if run items are created too. Those of other projects affect no measured query. */
  hasRunItems: boolean;
}

/** The contents of the small or the large database of the benchmark. */
export interface Fixtures {
  /** The project whose pages are measured. It has the same number of answers per day in both databases. */
  measured: BenchProject;
  /** The project with the most answers; null if the measured one is the only one. */
  largest: BenchProject | null;
  others: BenchProject[];
}

export const lastDay = '2026-06-30';

interface ProjectSize {
  prompts: number;
  engines: number;
  countries: number;
  samples: number;
  days: number;
}

const engines = ['chat', 'gen', 'answer', 'office', 'searchai', 'overview'];
const countries = ['US', 'DE', 'JP', 'GB', 'FR'];
const brandCount = 5;
const measuredSize = { prompts: 15, engines: 4, countries: 3, samples: 1 };

/** 10,080 answers: only the measured project, for eight weeks. */
export function createSmallFixtures(): Fixtures {
  return { measured: createBenchProject(1, { ...measuredSize, days: 56 }, true), largest: null, others: [] };
}

/** About 5,000,000 answers: the measured project for two years, a large one for a year, and sixty others. */
export function createLargeFixtures(): Fixtures {
  const other = { prompts: 20, engines: 3, countries: 2, samples: 5, days: 120 };
  return {
    measured: createBenchProject(1, { ...measuredSize, days: 730 }, true),
    largest: createBenchProject(2, { prompts: 25, engines: 4, countries: 5, samples: 3, days: 365 }, true),
    others: Array.from({ length: 60 }, (_, index) => createBenchProject(3 + index, other, false)),
  };
}

export function listProjects({ measured, largest, others }: Fixtures): BenchProject[] {
  return [measured, ...(largest ? [largest] : []), ...others];
}

export function countProjectAnswers({ prompts, engines, countries, samples, days }: BenchProject): number {
  return prompts.length * engines.length * countries.length * samples * days.length;
}

function createBenchProject(seed: number, size: ProjectSize, hasRunItems: boolean): BenchProject {
  const random = createSeededRandom(seed);
  const createIds = (count: number) => Array.from({ length: count }, () => random.uuid());
  return {
    organizationId: random.uuid(),
    projectId: random.uuid(),
    prompts: createIds(size.prompts),
    brands: createIds(brandCount),
    engines: engines.slice(0, size.engines),
    countries: countries.slice(0, size.countries),
    samples: size.samples,
    days: listDays(addDays(lastDay, 1 - size.days), lastDay),
    runs: createIds(size.days),
    hasRunItems,
  };
}
