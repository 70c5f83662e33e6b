import { expect, it } from 'vitest';
import { createHangDetector, hangMs, maxFailures } from '#lib/service/circuit-breaker/failure-detector';

function staging() {
  const time = { now: 0 };
  const stalls = createHangDetector(() => time.now);
  const begin = (count: number, name = 'question') =>
    Array.from({ length: count }, (_, n) => stalls.start('provider', `${name} ${n}`));
  return { time, stalls, begin };
}

it('finds a provider that takes many questions and answers none', () => {
  const { time, stalls, begin } = staging();
  begin(maxFailures);
  time.now = hangMs - 1;
  expect(stalls.listHanging()).toEqual([]);
  time.now = hangMs;
  expect(stalls.listHanging()).toEqual(['provider']);
});

it('does not take a slow provider for a hanging one', () => {
  const { time, stalls, begin } = staging();
  begin(maxFailures);
  time.now = hangMs - 10;
  stalls.recordAnswer('provider');
  time.now = hangMs + 10;
  expect(stalls.listHanging()).toEqual([]);
  time.now = 2 * hangMs;
  expect(stalls.listHanging()).toEqual(['provider']);
});

it('needs as many attempts as would have to fail, from more than one question, and forgets those that ended', () => {
  const { time, stalls, begin } = staging();
  begin(maxFailures - 1);
  const [end] = begin(1, 'other');
  time.now = hangMs;
  expect(stalls.listHanging()).toEqual(['provider']);
  end?.();
  expect(stalls.listHanging()).toEqual([]);
  const alone = createHangDetector(() => time.now);
  for (let n = 0; n < maxFailures; n += 1) alone.start('provider', 'the same');
  time.now += hangMs;
  expect(alone.listHanging()).toEqual([]);
});
