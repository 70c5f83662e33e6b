import { expect, it } from 'vitest';
import { keepStalls, stalledMs } from '#lib/service/circuit-breaker/stalls';
import { failuresToOpen } from '#lib/service/circuit-breaker/streaks';

function staging() {
  const time = { now: 0 };
  const stalls = keepStalls(() => time.now);
  const begin = (count: number, name = 'question') =>
    Array.from({ length: count }, (_, n) => stalls.begin('vendor', `${name} ${n}`));
  return { time, stalls, begin };
}

it('finds a vendor that takes many questions and answers none', () => {
  const { time, stalls, begin } = staging();
  begin(failuresToOpen);
  time.now = stalledMs - 1;
  expect(stalls.stalled()).toEqual([]);
  time.now = stalledMs;
  expect(stalls.stalled()).toEqual(['vendor']);
});

it('does not take a slow vendor for a hanging one', () => {
  const { time, stalls, begin } = staging();
  begin(failuresToOpen);
  time.now = stalledMs - 10;
  stalls.answered('vendor');
  time.now = stalledMs + 10;
  expect(stalls.stalled()).toEqual([]);
  time.now = 2 * stalledMs;
  expect(stalls.stalled()).toEqual(['vendor']);
});

it('needs as many attempts as would have to fail, from more than one question, and forgets those that ended', () => {
  const { time, stalls, begin } = staging();
  begin(failuresToOpen - 1);
  const [end] = begin(1, 'other');
  time.now = stalledMs;
  expect(stalls.stalled()).toEqual(['vendor']);
  end?.();
  expect(stalls.stalled()).toEqual([]);
  const alone = keepStalls(() => time.now);
  for (let n = 0; n < failuresToOpen; n += 1) alone.begin('vendor', 'the same');
  time.now += stalledMs;
  expect(alone.stalled()).toEqual([]);
});
