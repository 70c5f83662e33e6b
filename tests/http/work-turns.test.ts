import { expect, test } from 'vitest';
import { mapInTurns, maxTurnMs, WorkTurns } from '#lib/http/work-turns';

function consumeCpu(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Starts requests of a subject that each use the event loop for `ms`. @returns a promise of their ends, and adds each to `order` */
function startRequests(turns: WorkTurns, order: string[], subject: string, count: number, ms: number) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      await turns.wait(subject);
      consumeCpu(ms);
      order.push(subject);
    }),
  );
}

test('subjects alternate, however many requests each of them has', async () => {
  const turns = new WorkTurns();
  const order: string[] = [];
  const greedy = startRequests(turns, order, 'greedy', 10, 1);
  await startRequests(turns, order, 'quiet', 2, 1);
  expect(order.lastIndexOf('quiet')).toBeLessThanOrEqual(4);
  await greedy;
  expect(order.length).toBe(12);
});

test('a pause three times as long as the turn leaves time to other work, and one turn ends before the next', async () => {
  const turns = new WorkTurns();
  const order: string[] = [];
  const startedAt = performance.now();
  const work = startRequests(turns, order, 'a', 5, 30);
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  await work;
  clearInterval(timer);
  // Five turns of 30 ms and four pauses of 90 ms. Timers may fire a few milliseconds early.
  expect(performance.now() - startedAt).toBeGreaterThan(5 * 30 + 4 * 90 - 10);
  expect(ticks).toBeGreaterThan(4);
});

test('work on a list is divided into short turns', async () => {
  const turns = new WorkTurns();
  let waits = 0;
  const double = (item: number) => {
    consumeCpu(0.6 * maxTurnMs);
    return item * 2;
  };
  await turns.wait('a');
  const results = await mapInTurns([1, 2, 3, 4, 5, 6], double, () => {
    waits += 1;
    return turns.wait('a');
  });
  expect(results).toEqual([2, 4, 6, 8, 10, 12]);
  // A turn has two items; on a busy machine, one.
  expect(waits).toBeGreaterThanOrEqual(3);
});
