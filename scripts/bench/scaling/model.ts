/** CPU time by kind of process, in milliseconds. */
export interface ProcessTimes {
  web: number;
  worker: number;
  postgres: number;
}

export type ProcessKind = keyof ProcessTimes;
export const processKinds: readonly ProcessKind[] = ['web', 'worker', 'postgres'];

/** Counts of everything that takes CPU time. */
export interface Work {
  /** Elapsed time in seconds. Its cost is the CPU time of idle processes. */
  seconds: number;
  /** Seconds in which the instance is not idle. Their cost is that of periodic work that idle processes skip. */
  activeSeconds: number;
  /** Requests that create one or more tasks. */
  requests: number;
  tasks: number;
  /** Statements that claim or settle tasks or deliveries; under load, each is for many of them. */
  operations: number;
  /** Answers received by webhook and ingested. */
  answers: number;
  /**
   * Batches in which the worker ingests answers; under load, batches are larger. Their number also stands for how often the
   * web process wakes up to receive answers: under load, it receives several each time.
   */
  ingestBatches: number;
  pageViews: number;
}

export type WorkKind = keyof Work;
export const noWork: Work = {
  seconds: 0,
  activeSeconds: 0,
  requests: 0,
  tasks: 0,
  operations: 0,
  answers: 0,
  ingestBatches: 0,
  pageViews: 0,
};

/** CPU time of one unit of each kind of work. */
export type Costs = Record<WorkKind, ProcessTimes>;

/** The work of a measured run and the CPU time that it took. */
export interface MeasuredRun {
  work: Work;
  times: ProcessTimes;
}

/** The kinds of work that use CPU time in each kind of process. */
const workKinds: Record<ProcessKind, readonly WorkKind[]> = {
  web: ['seconds', 'activeSeconds', 'requests', 'tasks', 'answers', 'ingestBatches', 'pageViews'],
  worker: ['seconds', 'activeSeconds', 'tasks', 'operations', 'answers', 'ingestBatches'],
  postgres: [
    'seconds',
    'activeSeconds',
    'requests',
    'tasks',
    'operations',
    'answers',
    'ingestBatches',
    'pageViews',
  ],
};

/** Estimates the cost of each kind of work from runs, by non-negative least squares of the relative errors. */
export function fitCosts(runs: readonly MeasuredRun[]): Costs {
  const costs: Costs = {
    seconds: { web: 0, worker: 0, postgres: 0 },
    activeSeconds: { web: 0, worker: 0, postgres: 0 },
    requests: { web: 0, worker: 0, postgres: 0 },
    tasks: { web: 0, worker: 0, postgres: 0 },
    operations: { web: 0, worker: 0, postgres: 0 },
    answers: { web: 0, worker: 0, postgres: 0 },
    ingestBatches: { web: 0, worker: 0, postgres: 0 },
    pageViews: { web: 0, worker: 0, postgres: 0 },
  };
  for (const process of processKinds) {
    const kinds = workKinds[process];
    const rows = runs.map(({ work }) => kinds.map((kind) => work[kind]));
    const fitted = fitNonNegative(
      rows,
      runs.map(({ times }) => times[process]),
    );
    for (const [index, kind] of kinds.entries()) costs[kind][process] = fitted[index] ?? 0;
  }
  return costs;
}

/** Returns the CPU time that work takes. */
export function predictTimes(costs: Costs, work: Work): ProcessTimes {
  const predict = (process: ProcessKind) =>
    workKinds[process].reduce((sum, kind) => sum + costs[kind][process] * work[kind], 0);
  return { web: predict('web'), worker: predict('worker'), postgres: predict('postgres') };
}

export function sumTimes({ web, worker, postgres }: ProcessTimes): number {
  return web + worker + postgres;
}

const rounds = 20_000;

/**
 * Fits `totals` as a linear combination of the columns of `rows` with coefficients of at least 0: minimizes the squared
 * relative errors by coordinate descent.
 */
export function fitNonNegative(rows: readonly number[][], totals: readonly number[]): number[] {
  const size = rows[0]?.length ?? 0;
  const scaled = rows.map((row, index) => row.map((value) => value / Math.max(totals[index] ?? 0, 1e-9)));
  const coefficients = new Array<number>(size).fill(0);
  const residuals = rows.map(() => 1);
  for (let round = 0; round < rounds; round += 1) {
    for (let column = 0; column < size; column += 1) {
      let product = 0;
      let square = 0;
      for (const [index, row] of scaled.entries()) {
        const value = row[column] ?? 0;
        product += value * (residuals[index] ?? 0);
        square += value * value;
      }
      if (square === 0) continue;
      const before = coefficients[column] ?? 0;
      const after = Math.max(0, before + product / square);
      coefficients[column] = after;
      for (const [index, row] of scaled.entries()) {
        residuals[index] = (residuals[index] ?? 0) - (after - before) * (row[column] ?? 0);
      }
    }
  }
  return coefficients;
}
