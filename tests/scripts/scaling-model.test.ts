import { describe, expect, test } from 'vitest';
import { planMachines } from '#scripts/bench/scaling/machines';
import { type Costs, fitNonNegative } from '#scripts/bench/scaling/model';
import { simulateWorker, type WorkerModel } from '#scripts/bench/scaling/simulate';

describe('estimated costs', () => {
  test('equal the costs from which the totals were calculated', () => {
    const rows = [
      [60, 0, 0],
      [10, 4000, 150],
      [30, 600, 2400],
      [30, 1500, 900],
    ];
    const totals = rows.map(
      ([seconds = 0, tasks = 0, operations = 0]) => 5 * seconds + 2 * tasks + operations,
    );
    const fitted = fitNonNegative(rows, totals);
    for (const [index, cost] of [5, 2, 1].entries()) expect(fitted[index]).toBeCloseTo(cost, 2);
  });

  test('are never below 0', () => {
    const fitted = fitNonNegative(
      [
        [1, 1],
        [1, 2],
      ],
      [2, 1],
    );
    expect(Math.min(...fitted)).toBeGreaterThanOrEqual(0);
  });
});

describe('a simulated worker', () => {
  const statement = { baseMs: 3, itemMs: 0.1 };
  const queue = { claim: statement, settle: statement };
  const service = { baseMs: 2, itemMs: 0.5 };
  const model: WorkerModel = { tasks: queue, deliveries: queue, provider: service, delivery: service };

  test('claims and settles a single task and its delivery', () => {
    // A claim follows each settlement, in case more was queued meanwhile.
    expect(simulateWorker(model, { tasks: 1, batch: 1 }).operations).toBeGreaterThanOrEqual(4);
    expect(simulateWorker(model, { tasks: 1, batch: 1 }).operations).toBeLessThanOrEqual(6);
  });

  test('needs fewer statements per task the more tasks arrive', () => {
    const counts = [5, 50, 500, undefined].map(
      (rate) => simulateWorker(model, { tasks: 2_000, batch: 1, ...(rate && { rate }) }).operations,
    );
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(counts.at(-1)).toBeLessThan((counts[0] ?? 0) / 5);
  });
});

describe('planned machines', () => {
  const costs: Costs = {
    seconds: { web: 2, worker: 10, postgres: 5 },
    activeSeconds: { web: 0, worker: 0, postgres: 0 },
    requests: { web: 2, worker: 0, postgres: 1 },
    tasks: { web: 0.2, worker: 1, postgres: 0.5 },
    operations: { web: 0, worker: 1, postgres: 1 },
    answers: { web: 1, worker: 2, postgres: 2 },
    ingestBatches: { web: 0, worker: 5, postgres: 5 },
    pageViews: { web: 50, worker: 0, postgres: 10 },
  };
  const usage = { batch: 100, operations: 0.1, answers: 1, ingestBatches: 0.01, pageViews: 0.01 };
  const plan = (rate: number) => planMachines(costs, usage, { rate, latencySeconds: 8, concurrency: 256 });

  test('start with one and grow with the load', () => {
    const machines = [1, 10, 1_000, 100_000].map((rate) => plan(rate).machines);
    expect(machines[0]).toBe(1);
    expect(machines).toEqual(machines.toSorted((a, b) => a - b));
    expect(plan(100_000).databases).toBeGreaterThan(1);
  });

  test('include enough workers for the tasks that wait for providers', () => {
    expect(plan(1_000).workerProcesses * 256).toBeGreaterThanOrEqual(8_000);
  });
});
