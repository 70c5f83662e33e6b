import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairShare, type Turn } from '#lib/scale/fair-share/fair-share';

/** Uses CPU time, as rendering a large page does. */
function consumeCpu(ms: number): void {
  const start = process.threadCpuUsage();
  const end = start.user + start.system + ms * 1000;
  for (let used = 0; used < end; ) {
    const { user, system } = process.threadCpuUsage();
    used = user + system;
  }
}

/** Runs a request of a subject. @returns whether it ran in the background */
async function runRequest(fairShare: FairShare, subject: string, ms: number): Promise<boolean> {
  const turn = await fairShare.start(subject);
  consumeCpu(ms);
  turn.end();
  return turn.isInBackground;
}

test('no request runs in the background while nobody else is active', async () => {
  const fairShare = new FairShare({ maxAllowanceMs: 300 });
  for (let request = 0; request < 5; request += 1) {
    expect(await runRequest(fairShare, 'a', 80)).toBe(false);
  }
  // Also after a request that takes more CPU time than a subject can use at once.
  expect(await runRequest(fairShare, 'a', 340)).toBe(false);
  expect(await runRequest(fairShare, 'a', 1)).toBe(false);
});

test('requests of a network do not count as the activity of others once they turn out to be those of the user', async () => {
  const fairShare = new FairShare({ maxAllowanceMs: 300 });
  await runRequest(fairShare, 'network', 1);
  await runRequest(fairShare, 'user', 340);
  expect(await runRequest(fairShare, 'user', 1)).toBe(true);
  fairShare.endActivity('network');
  await wait(350);
  expect(await runRequest(fairShare, 'user', 1)).toBe(false);
  await runRequest(fairShare, 'network', 1);
  await runRequest(fairShare, 'user', 340);
  expect(await runRequest(fairShare, 'user', 1)).toBe(true);
});

test('while others are active, the requests of a subject that has used up its CPU time run in the background, one after the other, with pauses', async () => {
  const fairShare = new FairShare({ maxAllowanceMs: 300 });
  await runRequest(fairShare, 'quiet', 1);
  expect(await runRequest(fairShare, 'heavy', 340)).toBe(false);
  const first = await fairShare.start('heavy');
  expect(first.isInBackground).toBe(true);
  let second: Turn | undefined;
  const waiting = fairShare.start('heavy').then((turn) => {
    second = turn;
  });
  // Others neither wait nor run in the background, however many requests the heavy subject sends.
  expect(await runRequest(fairShare, 'quiet', 1)).toBe(false);
  expect(second).toBeUndefined();
  await wait(100);
  const endedAt = performance.now();
  first.end();
  await waiting;
  // The pause is twice as long as the first request, which took at least 100 ms. Timers may fire a few milliseconds early.
  expect(performance.now() - endedAt).toBeGreaterThan(2 * 100 - 5);
  expect(second?.isInBackground).toBe(true);
});

test('requests that start immediately use up CPU time too, and heavy ones always run in the background', async () => {
  const fairShare = new FairShare({ maxAllowanceMs: 300 });
  await runRequest(fairShare, 'quiet', 1);
  const end = fairShare.track('files');
  consumeCpu(340);
  end();
  expect(await runRequest(fairShare, 'files', 1)).toBe(true);
  const turn = await fairShare.start('importer', { isHeavy: true });
  expect(turn.isInBackground).toBe(true);
  turn.end();
});

test('requests to `/v1` count as activity of others', async () => {
  const fairShare = new FairShare({ maxAllowanceMs: 300 });
  expect(await runRequest(fairShare, 'heavy', 340)).toBe(false);
  fairShare.recordActivity('service');
  expect(await runRequest(fairShare, 'heavy', 1)).toBe(true);
});
