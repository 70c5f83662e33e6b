import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A dense implementation of the statistics that shares no code with the product. It is optional and not part of the repository. */
const oracleFile = resolve(import.meta.dirname, '../../../shared/statistics-reference/check.mjs');
const hasOracle = existsSync(oracleFile);
/** The end of a test title, which says what is not compared. */
export const oracleTitleSuffix = hasOracle
  ? ''
  : ' (intervals and verdicts are skipped: ../shared/statistics-reference is missing)';

/** Daily counts by segment, of one metric of one brand. */
export interface OraclePanel {
  S: number;
  T: number;
  /** Sums of values, numbers of answers, and sums of squares by segment and day. */
  y: Float64Array[];
  n: Float64Array[];
  z: Float64Array[];
  /** False for shares. */
  values: boolean;
  unit: number;
  prompt: readonly (string | number)[];
  engine: readonly string[];
  country: readonly string[];
  /** The weekday of each day. */
  dow: readonly number[];
  /** For a ratio: the variance of one counted thing. */
  rate?: number;
}

export type OracleRange = readonly [from: number, to: number];

/** Fitted noise: variances and means by segment, and what is passed on unread. */
export interface OracleNoise {
  s: number[];
  pr: number[];
  f: number;
  gain: number;
}

export interface OracleChange {
  verdict: 'up' | 'down' | 'no clear change' | 'too early' | 'not comparable';
  difference: number | null;
  before?: number;
  after?: number;
  basis?: 'all days' | 'same weekdays' | 'weekdays differ';
  variance?: number;
  df?: number;
  low?: number;
  high?: number;
  without?: string[];
}

export interface OracleLevel {
  value: number;
  variance: number;
  df: number;
  low: number;
  high: number;
  independentAnswers?: number;
}

export interface Oracle {
  fit(panels: readonly OraclePanel[], spans: readonly OracleRange[]): OracleNoise;
  change(
    panel: OraclePanel,
    noise: OracleNoise,
    previous: OracleRange,
    current: OracleRange,
    segments: readonly number[],
    changedEngines: readonly string[],
  ): OracleChange;
  level(
    panel: OraclePanel,
    noise: OracleNoise,
    period: OracleRange,
    segments: readonly number[] | null,
    confidence?: number,
  ): OracleLevel;
  pool(
    differences: readonly number[],
    variances: readonly number[],
    degreesOfFreedom: readonly number[],
    unit: number,
  ): { rows: { low: number; high: number; verdict: OracleChange['verdict'] }[] };
}

let loaded: Promise<Oracle | null> | null = null;

/** Loads the oracle; null if it is missing. */
export function loadOracle(): Promise<Oracle | null> {
  loaded ??= hasOracle ? importOracle() : Promise.resolve(null);
  return loaded;
}

/** The expression that reads an engine’s weight. It fails if only other brands have answers on the engine. */
const engineWeight = 'psi[g.e][k]';

/**
 * The oracle checks a file of vectors when it is imported; here it gets an empty one. A copy is imported, in which an engine
 * without weights has shifts of 0.
 */
async function importOracle(): Promise<Oracle> {
  const directory = mkdtempSync(join(tmpdir(), 'oracle-'));
  const { argv } = process;
  const { log } = console;
  try {
    const vectors = join(directory, 'vectors.json');
    writeFileSync(vectors, '{"panels":{},"vectors":[]}');
    const source = readFileSync(oracleFile, 'utf8');
    if (!source.includes(engineWeight)) throw new Error(`The oracle no longer contains ${engineWeight}.`);
    const copy = join(directory, 'oracle.mjs');
    writeFileSync(copy, source.replaceAll(engineWeight, '(psi[g.e]?.[k] ?? 0)'));
    process.argv = [argv[0] ?? '', oracleFile, vectors, createRequire(import.meta.url).resolve('jstat')];
    console.log = () => undefined;
    return await import(/* @vite-ignore */ pathToFileURL(copy).href);
  } finally {
    process.argv = argv;
    console.log = log;
    rmSync(directory, { recursive: true });
  }
}
