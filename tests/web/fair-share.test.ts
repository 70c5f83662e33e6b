import { expect, test } from 'vitest';
import { FairShare } from '#lib/web/fair-share';

/** Keeps the event loop busy, as rendering a large page does. */
function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Runs a request of a subject. @returns how long it waited in milliseconds */
async function run(fairShare: FairShare, subject: string, ms: number): Promise<number> {
  const sentAt = performance.now();
  const end = await fairShare.start(subject);
  const waitedMs = performance.now() - sentAt;
  spin(ms);
  end();
  return waitedMs;
}

test('nobody waits while nobody else is active', async () => {
  const fairShare = new FairShare({ maxBudgetMs: 300 });
  for (let request = 0; request < 6; request += 1) {
    expect(await run(fairShare, 'a', 150)).toBeLessThan(100);
  }
});

test('while others are active, a subject without a budget runs one request after the other', async () => {
  const fairShare = new FairShare({ maxBudgetMs: 300 });
  await run(fairShare, 'quiet', 1);
  expect(await run(fairShare, 'heavy', 340)).toBeLessThan(100);
  const end = await fairShare.start('quiet');
  end();
  const order: string[] = [];
  const requests = ['first', 'second'].map(async (name) => {
    const waitedMs = await run(fairShare, 'heavy', 40);
    order.push(name);
    return waitedMs;
  });
  // Others do not wait, however many requests of the heavy one do.
  expect(await run(fairShare, 'quiet', 1)).toBeLessThan(100);
  expect(order).toEqual([]);
  const [first = 0, second = 0] = await Promise.all(requests);
  // 40 ms are paid off in a second.
  expect(second - first).toBeGreaterThan(700);
  expect(order).toEqual(['first', 'second']);
  expect(second).toBeLessThan(15_000);
}, 30_000);
