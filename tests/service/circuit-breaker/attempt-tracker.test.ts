import { expect, it } from 'vitest';
import { createAttemptTracker, failureThreshold, hangMs } from '#lib/service/circuit-breaker/circuit-breaker';

function createTracker() {
  const time = { now: 0 };
  const tracker = createAttemptTracker(() => time.now);
  const startAttempts = (count: number, name = 'request') =>
    Array.from({ length: count }, (_, index) => tracker.start(`${name} ${index}`));
  return { time, tracker, startAttempts };
}

it('reports that a provider hangs if it receives many requests and responds to none', () => {
  const { time, tracker, startAttempts } = createTracker();
  startAttempts(failureThreshold);
  time.now = hangMs - 1;
  expect(tracker.isHanging()).toBe(false);
  time.now = hangMs;
  expect(tracker.isHanging()).toBe(true);
});

it('reports a slow provider only once it has not responded for 45 seconds', () => {
  const { time, tracker, startAttempts } = createTracker();
  startAttempts(failureThreshold);
  time.now = hangMs - 10;
  tracker.recordOutcome('request', undefined);
  time.now = hangMs + 10;
  expect(tracker.isHanging()).toBe(false);
  time.now = 2 * hangMs;
  expect(tracker.isHanging()).toBe(true);
});

it('requires enough pending attempts from more than one request and ignores ended ones', () => {
  const { time, tracker, startAttempts } = createTracker();
  startAttempts(failureThreshold - 1);
  const [endAttempt] = startAttempts(1, 'other');
  time.now = hangMs;
  expect(tracker.isHanging()).toBe(true);
  endAttempt?.();
  expect(tracker.isHanging()).toBe(false);
  const otherTracker = createAttemptTracker(() => time.now);
  for (let index = 0; index < failureThreshold; index += 1) otherTracker.start('the same');
  time.now += hangMs;
  expect(otherTracker.isHanging()).toBe(false);
});

it('opens the circuit after consecutive failures, but not if all are of one request', () => {
  const { tracker } = createTracker();
  for (let count = 0; count < failureThreshold + 2; count += 1) {
    expect(tracker.recordOutcome('the same', 'transient')).toBeUndefined();
  }
  expect(tracker.recordOutcome('other', 'transient')).toBe('failing');
});
