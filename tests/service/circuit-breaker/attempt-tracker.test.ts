import { expect, it } from 'vitest';
import { createAttemptTracker, hangMs, maxFailures } from '#lib/service/circuit-breaker/circuit-breaker';

function createTracker() {
  const time = { now: 0 };
  const tracker = createAttemptTracker(() => time.now);
  const begin = (count: number, name = 'request') =>
    Array.from({ length: count }, (_, n) => tracker.start(`${name} ${n}`));
  return { time, tracker, begin };
}

it('finds a provider that receives many requests and answers none', () => {
  const { time, tracker, begin } = createTracker();
  begin(maxFailures);
  time.now = hangMs - 1;
  expect(tracker.isHanging()).toBe(false);
  time.now = hangMs;
  expect(tracker.isHanging()).toBe(true);
});

it('does not report a slow provider as hanging', () => {
  const { time, tracker, begin } = createTracker();
  begin(maxFailures);
  time.now = hangMs - 10;
  tracker.recordOutcome('request', undefined);
  time.now = hangMs + 10;
  expect(tracker.isHanging()).toBe(false);
  time.now = 2 * hangMs;
  expect(tracker.isHanging()).toBe(true);
});

it('requires enough pending attempts from more than one request and ignores ended ones', () => {
  const { time, tracker, begin } = createTracker();
  begin(maxFailures - 1);
  const [end] = begin(1, 'other');
  time.now = hangMs;
  expect(tracker.isHanging()).toBe(true);
  end?.();
  expect(tracker.isHanging()).toBe(false);
  const alone = createAttemptTracker(() => time.now);
  for (let n = 0; n < maxFailures; n += 1) alone.start('the same');
  time.now += hangMs;
  expect(alone.isHanging()).toBe(false);
});
