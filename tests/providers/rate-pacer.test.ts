import { describe, expect, it } from 'vitest';
import { createRatePacer, parseResetMs } from '#lib/providers/rate-pacer';

function pacing() {
  const time = { now: 1_000 };
  const pace = createRatePacer(
    () => time.now,
    () => 1_800_000_000_000,
  );
  return { time, pace };
}

describe('how long a window lasts', () => {
  it.each([
    ['6m0s', 360_000],
    ['1.5s', 1500],
    ['120ms', 120],
    ['1h2m3s', 3_723_000],
    ['2', 2000],
    ['1800000007', 7000],
    ['1800000000250', 250],
    ['soon', undefined],
    ['', undefined],
    ['5 parsecs', undefined],
  ])('%s is %s ms', (value, ms) => {
    expect(parseResetMs(value, 1_800_000_000_000)).toBe(ms);
  });
});

describe('the pace', () => {
  it('is free until a window is told, and while it has room', () => {
    const { pace } = pacing();
    for (let n = 0; n < 100; n += 1) expect(pace.nextDelayMs()).toBe(0);
    pace.readHeaders({ 'x-ratelimit-remaining-requests': '50', 'x-ratelimit-reset-requests': '30s' });
    for (let n = 0; n < 50; n += 1) expect(pace.nextDelayMs()).toBe(0);
    expect(pace.nextDelayMs()).toBe(30_000);
  });

  it('waits for the end of a window of requests that is used up, and no longer', () => {
    const { time, pace } = pacing();
    pace.readHeaders({ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '4s' });
    expect(pace.nextDelayMs()).toBe(4000);
    time.now += 3000;
    expect(pace.nextDelayMs()).toBe(1000);
    time.now += 1000;
    expect(pace.nextDelayMs()).toBe(0);
  });

  it('takes a window with fewer tokens than an answer usually takes for used up', () => {
    const { pace } = pacing();
    pace.recordAnswer(900);
    pace.readHeaders({ 'x-ratelimit-remaining-tokens': '1000', 'x-ratelimit-reset-tokens': '10s' });
    expect(pace.nextDelayMs()).toBe(0);
    expect(pace.nextDelayMs()).toBe(10_000);
  });

  it('rests as a failure asked for, until something is answered', () => {
    const { pace } = pacing();
    pace.pauseFor(7000);
    expect(pace.nextDelayMs()).toBe(7000);
    pace.recordAnswer(undefined);
    expect(pace.nextDelayMs()).toBe(0);
  });

  it('does not believe in windows without end', () => {
    const { pace } = pacing();
    pace.readHeaders({ 'ratelimit-remaining': '0', 'ratelimit-reset': '86400' });
    expect(pace.nextDelayMs()).toBe(120_000);
  });

  it('leaves what it cannot read', () => {
    const { pace } = pacing();
    pace.readHeaders({ 'x-ratelimit-remaining-requests': 'few', 'x-ratelimit-reset-requests': '4s' });
    pace.readHeaders({ 'x-ratelimit-remaining-requests': '0' });
    expect(pace.nextDelayMs()).toBe(0);
  });
});
