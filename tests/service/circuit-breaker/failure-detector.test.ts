import { expect, it } from 'vitest';
import { createHangDetector, hangMs, maxFailures } from '#lib/service/circuit-breaker/circuit-breaker';

function createDetector() {
  const time = { now: 0 };
  const detector = createHangDetector(() => time.now);
  const begin = (count: number, name = 'request') =>
    Array.from({ length: count }, (_, n) => detector.start('provider', `${name} ${n}`));
  return { time, detector, begin };
}

it('finds a provider that receives many requests and answers none', () => {
  const { time, detector, begin } = createDetector();
  begin(maxFailures);
  time.now = hangMs - 1;
  expect(detector.listHanging()).toEqual([]);
  time.now = hangMs;
  expect(detector.listHanging()).toEqual(['provider']);
});

it('does not report a slow provider as hanging', () => {
  const { time, detector, begin } = createDetector();
  begin(maxFailures);
  time.now = hangMs - 10;
  detector.recordAnswer('provider');
  time.now = hangMs + 10;
  expect(detector.listHanging()).toEqual([]);
  time.now = 2 * hangMs;
  expect(detector.listHanging()).toEqual(['provider']);
});

it('requires enough pending attempts from more than one request and ignores ended ones', () => {
  const { time, detector, begin } = createDetector();
  begin(maxFailures - 1);
  const [end] = begin(1, 'other');
  time.now = hangMs;
  expect(detector.listHanging()).toEqual(['provider']);
  end?.();
  expect(detector.listHanging()).toEqual([]);
  const alone = createHangDetector(() => time.now);
  for (let n = 0; n < maxFailures; n += 1) alone.start('provider', 'the same');
  time.now += hangMs;
  expect(alone.listHanging()).toEqual([]);
});
