import { describe, expect, it } from 'vitest';
import { createRatePacer, parseResetMs } from '#lib/providers/rate-pacer';

function createTestPacer() {
  const time = { now: 1_000 };
  const pacer = createRatePacer(
    () => time.now,
    () => 1_800_000_000_000,
  );
  return { time, pacer };
}

describe('parseResetMs', () => {
  // The last two numbers are Unix times, in seconds and in milliseconds.
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
  ])('parses %s as %s ms', (value, ms) => {
    expect(parseResetMs(value, 1_800_000_000_000)).toBe(ms);
  });
});

describe('rate pacer', () => {
  it('does not delay attempts before a rate limit window is reported or while it has capacity', () => {
    const { pacer } = createTestPacer();
    for (let index = 0; index < 100; index += 1) expect(pacer.reserveAttempt()).toBe(0);
    pacer.readHeaders({ 'x-ratelimit-remaining-requests': '50', 'x-ratelimit-reset-requests': '30s' });
    for (let index = 0; index < 50; index += 1) expect(pacer.reserveAttempt()).toBe(0);
    expect(pacer.reserveAttempt()).toBe(30_000);
  });

  it('waits until an exhausted request window resets', () => {
    const { time, pacer } = createTestPacer();
    pacer.readHeaders({ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '4s' });
    expect(pacer.reserveAttempt()).toBe(4000);
    time.now += 3000;
    expect(pacer.reserveAttempt()).toBe(1000);
    time.now += 1000;
    expect(pacer.reserveAttempt()).toBe(0);
  });

  it('treats a window with fewer tokens than an answer usually needs as exhausted', () => {
    const { pacer } = createTestPacer();
    pacer.recordAnswer(900);
    pacer.readHeaders({ 'x-ratelimit-remaining-tokens': '1000', 'x-ratelimit-reset-tokens': '10s' });
    expect(pacer.reserveAttempt()).toBe(0);
    expect(pacer.reserveAttempt()).toBe(10_000);
  });

  it('reserves no request for an attempt that waits for tokens', () => {
    const { time, pacer } = createTestPacer();
    pacer.recordAnswer(900);
    pacer.readHeaders({
      'x-ratelimit-remaining-requests': '2',
      'x-ratelimit-reset-requests': '60s',
      'x-ratelimit-remaining-tokens': '100',
      'x-ratelimit-reset-tokens': '10s',
    });
    for (let index = 0; index < 3; index += 1) expect(pacer.reserveAttempt()).toBe(10_000);
    time.now += 10_000;
    expect([pacer.reserveAttempt(), pacer.reserveAttempt(), pacer.reserveAttempt()]).toEqual([0, 0, 50_000]);
  });

  it('pauses for the given time after an error, unless an answer ends the pause', () => {
    const { pacer } = createTestPacer();
    pacer.pauseFor(7000);
    expect(pacer.reserveAttempt()).toBe(7000);
    pacer.recordAnswer(undefined);
    expect(pacer.reserveAttempt()).toBe(0);
  });

  it('limits delays to two minutes', () => {
    const { pacer } = createTestPacer();
    pacer.readHeaders({ 'ratelimit-remaining': '0', 'ratelimit-reset': '86400' });
    expect(pacer.reserveAttempt()).toBe(120_000);
  });

  it('ignores unreadable headers', () => {
    const { pacer } = createTestPacer();
    pacer.readHeaders({ 'x-ratelimit-remaining-requests': 'few', 'x-ratelimit-reset-requests': '4s' });
    pacer.readHeaders({ 'x-ratelimit-remaining-requests': '0' });
    expect(pacer.reserveAttempt()).toBe(0);
  });
});
